import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the service responds: correctly, never, with 500, an HTML page, a redirect or a truncated image. */
export type ExternalServiceMode = 'well' | 'silent' | 'broken' | 'html' | 'redirect' | 'truncated';

export interface ExternalServiceStandIn {
  /** For the option `external`. */
  readonly baseUrl: string;
  /** May be changed at any time. */
  mode: ExternalServiceMode;
  /** Paths with queries of all requests so far. */
  readonly requests: readonly string[];
  /** Requests to the target of redirects. */
  readonly followed: number;
  /** Maximum number of concurrent requests so far. */
  readonly mostAtOnce: number;
  /** Adds the image of an e-mail address. */
  add(email: string, image: Buffer, mediaType: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for an external avatar service on a local port, for tests: `GET /{SHA-256 of the e-mail}` returns
 * the image, or 404 for unknown addresses.
 */
export async function startExternalService(): Promise<ExternalServiceStandIn> {
  const images = new Map<string, { image: Buffer; mediaType: string }>();
  const requests: string[] = [];
  let followed = 0;
  let open = 0;
  let mostAtOnce = 0;

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    if (pathname === '/elsewhere') {
      followed++;
      response.writeHead(404).end();
      return;
    }
    requests.push(request.url ?? '');
    mostAtOnce = Math.max(mostAtOnce, ++open);
    response.on('close', () => open--);
    const found = images.get(pathname.slice(1));
    if (searchParams.get('d') !== '404') response.writeHead(400).end('d=404 is missing');
    else respond(service.mode, response, found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const service: ExternalServiceStandIn = {
    baseUrl,
    mode: 'well',
    requests,
    get followed() {
      return followed;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    add: (email, image, mediaType) => {
      const key = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
      images.set(key, { image, mediaType });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  return service;
}

function respond(
  mode: ExternalServiceMode,
  response: ServerResponse,
  found: { image: Buffer; mediaType: string } | undefined,
): void {
  if (mode === 'silent') return;
  if (mode === 'broken') response.writeHead(500).end();
  else if (mode === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Down</h1>');
  else if (mode === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else if (found === undefined) response.writeHead(404).end();
  else {
    const { image, mediaType } = found;
    const sent = mode === 'truncated' ? image.subarray(0, image.length / 2) : image;
    response.writeHead(200, { 'content-type': mediaType, 'content-length': sent.length }).end(sent);
  }
}
