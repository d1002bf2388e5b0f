import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CourierServer {
  readonly base: string;
  /** Numbers of the parcels that were booked. */
  readonly booked: readonly string[];
  stop(): Promise<void>;
}

/**
 * A courier on a bad day: its first token expires immediately, the connection is lost after the first booking was made, and
 * the label is busy once.
 */
export async function startCourierServer(): Promise<CourierServer> {
  const booked = new Map<string, string>();
  let tokens = 0;
  let labels = 0;
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const sent = await read(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://courier');
    const call = `${request.method} ${pathname.replace(/RO-\d+/, ':awb')}`;

    if (call === 'POST /oauth/token') return json(response, 200, { access_token: `token-${++tokens}` });
    if (request.headers.authorization !== `Bearer token-${tokens}` || tokens === 1) {
      return json(response, 401, { error: 'The token is over.' });
    }
    switch (call) {
      case 'POST /shipments': {
        const key = String(request.headers['idempotency-key']);
        if (!booked.has(key)) {
          booked.set(key, `RO-${1024 + booked.size}`);
          if (booked.size === 1) return request.socket.destroy();
        }
        return json(response, 201, { awb: booked.get(key), status: 'booked' });
      }
      case 'POST /shipments/:awb/documents':
        return json(response, sent.includes('%PDF') ? 201 : 422, {});
      case 'GET /shipments/:awb/label':
        if (++labels === 1) return response.writeHead(503).end();
        return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7 the label');
      case 'GET /tracking':
        return json(response, 200, { awb: searchParams.get('awb'), status: 'in transit' });
      default:
        return json(response, 404, { error: 'There is no such address.' });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get booked() {
      return [...booked.values()];
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);

  return Buffer.concat(chunks).toString();
}
