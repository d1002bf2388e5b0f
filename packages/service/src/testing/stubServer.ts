import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@rowhouse/integrations';

/** An external service on a free port that sends the same response to every call. */
export interface StubServer {
  readonly url: string;
  /** Number of calls so far. */
  readonly calls: () => number;
  /** An endpoint `POST {url}{path}`. */
  endpoint(path?: string, body?: object): Endpoint;
  stop(): Promise<void>;
}

export async function startStubServer(status: number): Promise<StubServer> {
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
