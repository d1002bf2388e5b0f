import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** The part of the options of `pg` that says where to connect. */
type Destination = Pick<ClientConfig, 'connectionString' | 'stream'>;

const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*,[^/?]*)(.*)$/;

/** One URL for each host of `postgresql://user@one:5432,two:5432/database`. */
export function urlsOfHosts(url: string): readonly string[] {
  const [, start = '', hosts = '', end = ''] = severalHosts.exec(url) ?? [];
  if (hosts === '') return [url];
  const rest = end.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');

  return hosts.split(',').map((host) => `${start}${host.trim()}${rest}`);
}

/** Milliseconds for one host to respond, and for which a found host is used for further connections. */
const probeTimeout = 3_000;
const reuse = 1_000;

const finders = new Map<string, () => Promise<string>>();

/**
 * Resolves a connection URL with several hosts, as libpq does, to the host that accepts writes
 * (`target_session_attrs=read-write`); resolved again for new connections. `pg` itself supports a single
 * host.
 */
export function destinationOf(url: string): Destination {
  const urls = urlsOfHosts(url);
  const [first = url] = urls;
  if (urls.length === 1) return { connectionString: first };
  const find = finders.get(url) ?? primaryFinder(urls);
  finders.set(url, find);

  return { connectionString: first, stream: () => primarySocket(find) };
}

/** A socket that looks up the primary when it connects. */
function primarySocket(find: () => Promise<string>): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = (() => {
    find().then(
      (url) => {
        const { hostname, port } = new URL(url);
        if (!socket.destroyed) connect(Number(port || 5432), hostname);
      },
      (error: Error) => socket.destroy(error),
    );

    return socket;
  }) as Socket['connect'];

  return socket;
}

function primaryFinder(urls: readonly string[]): () => Promise<string> {
  let found: { readonly at: number; readonly url: Promise<string> } | null = null;

  return () => {
    if (found === null || Date.now() - found.at > reuse) {
      const search = { at: Date.now(), url: findPrimary(urls) };
      found = search;
      search.url.catch(() => {
        if (found === search) found = null;
      });
    }

    return found.url;
  };
}

/**
 * The first host that accepts writes. All hosts are tried concurrently, so that an unresponsive one does not
 * delay the result.
 */
async function findPrimary(urls: readonly string[]): Promise<string> {
  const errors: string[] = [];
  const primary = await Promise.any(
    urls.map(async (url) => {
      try {
        if (await acceptsWrites(url)) return url;
        throw new Error('it is a standby');
      } catch (error) {
        errors.push(
          `${new URL(url).host}: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
        );
        throw error;
      }
    }),
  ).catch(() => null);
  if (primary !== null) return primary;

  throw Object.assign(new Error(`None of the hosts accepts writes (${errors.join('; ')}).`), {
    code: 'ECONNREFUSED',
  });
}

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: probeTimeout,
    query_timeout: probeTimeout,
    application_name: 'rowhouse host check',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');

    return rows[0]?.standby === false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
