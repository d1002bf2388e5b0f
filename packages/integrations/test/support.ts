import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CallFailure, CallRecord } from '../src/index.ts';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A request that a server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestServer {
  readonly base: string;
  readonly received: ReceivedRequest[];
  /** Responds to the next requests, one after the other; the last handler responds to all others. */
  respondsWith(...responses: RequestHandler[]): void;
  close(): Promise<void>;
}

/** A real server on loopback. */
export async function startServer(): Promise<TestServer> {
  let queue: RequestHandler[] = [];
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    received.push({
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: body.toString(),
    });
    (queue.length > 1 ? queue.shift()! : queue[0]!)(request, response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondsWith(...responses) {
      queue = responses;
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const sends =
  (status: number, body: string | Uint8Array = '', headers: Record<string, string> = {}): RequestHandler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

export const sendsJson = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): RequestHandler => sends(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Closes the connection without a word. */
export const resets: RequestHandler = (request) => void (request.socket as Socket).resetAndDestroy();

/** What a client logs and reports. */
export function recorder() {
  const records: CallRecord[] = [];
  const failures: CallFailure[] = [];

  return {
    records,
    failures,
    options: {
      log: { add: (record: CallRecord) => void records.push(record) },
      failures: { report: (failure: CallFailure) => void failures.push(failure) },
    },
  };
}
