import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@rowhouse/integrations';

/** Somebody else's service, on a free port, that answers every call alike. */
export interface AnswerServer {
  readonly url: string;
  /** Calls so far. */
  readonly calls: () => number;
  /** An endpoint of it: `POST {url}{path}`. */
  endpoint(path?: string, body?: object): Endpoint;
  stop(): Promise<void>;
}

export async function startAnswerServer(status: number): Promise<AnswerServer> {
  let calls = 0;
  const server = createServer((request: IncomingMessage, response) => {
    calls++;
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"so it is"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    calls: () => calls,
    endpoint: (path = '/parcels', body = {}) => ({
      method: () => 'POST',
      url: () => `${url}${path}`,
      body: () => body,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
