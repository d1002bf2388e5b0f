import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CallFailure, CallRecord } from '../src/index.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** What a server was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestServer {
  readonly base: string;
  readonly asked: Asked[];
  /** Answers the requests that come, one after the other; the last one answers all others. */
  answers(...answers: Answer[]): void;
  close(): Promise<void>;
}

/** A real server on loopback. */
export async function startServer(): Promise<TestServer> {
  let queue: Answer[] = [];
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    asked.push({
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
    asked,
    answers(...answers) {
      queue = answers;
      asked.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const sends =
  (status: number, body: string | Uint8Array = '', headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

export const sendsJson = (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  sends(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

/** Closes the connection without a word. */
export const resets: Answer = (request) => void (request.socket as Socket).resetAndDestroy();

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
