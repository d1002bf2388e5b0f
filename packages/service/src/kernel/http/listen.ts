import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { serveCommandLine } from '../../base/commandLine.ts';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../config/Config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Starts to accept requests and returns the URL. */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port });
  }
}

/** Throws as `listen` would, before anything else is started. */
export async function checkPort({ host, port }: Address): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, { host, port });
  }
  server.close();
  await once(server, 'close');
}

function listenError(cause: unknown, { host, port }: Address): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use by another program. Stop that one, or choose another port: ` +
        `ROWHOUSE_PORT=${port < 65_535 ? port + 1 : port - 1} ${serveCommandLine()}`,
      { cause },
    );
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} requires more rights than this user has. Choose one above 1023, for example ROWHOUSE_PORT=3000.`,
      { cause },
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(
      `${host} is not an address of this machine. Set ROWHOUSE_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
      { cause },
    );
  }

  return cause;
}

/**
 * Rewrites the absolute form of a request URL (`GET http://host/path`), which every server has to accept, to a path, which
 * routes and checks expect.
 */
export function originForm({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [scheme] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (scheme === undefined) return url;
  const rest = url.slice(scheme.length);

  return rest.startsWith('/') ? rest : `/${rest}`;
}
