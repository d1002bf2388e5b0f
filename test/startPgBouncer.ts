import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

export interface RunningPgBouncer {
  /** Address of the maintenance database; every other database of the server is there, too. */
  readonly url: string;
  stop(): Promise<void>;
}

interface PgBouncerOptions {
  /** Defaults to `transaction`. */
  readonly mode?: 'transaction' | 'session';
  /** What connections use. Defaults to the search path of the service. */
  readonly connectQuery?: string;
}

/** The program, which Debian has in a folder that is in the path of root alone; undefined if it is not installed. */
export function pgBouncerProgram(): string | undefined {
  return ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0);
}

/** Starts PgBouncer in front of all databases of a server, as docs/guides/deploying.md sets it up. */
export async function startPgBouncer(
  server: string,
  { mode = 'transaction', connectQuery = 'set search_path to rowhouse, public' }: PgBouncerOptions = {},
): Promise<RunningPgBouncer> {
  const program = pgBouncerProgram();
  if (program === undefined) throw new Error('PgBouncer is not installed: apt-get install pgbouncer.');
  const { hostname, port: serverPort, username, password } = new URL(server);
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const login = [`user=${username}`, ...(password === '' ? [] : [`password=${password}`])].join(' ');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || 5432} ${login} connect_query='${connectQuery.replaceAll("'", "''")}'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = options, extra_float_digits
default_pool_size = 20
max_client_conn = 1000
server_idle_timeout = 5
log_connections = 0
log_disconnections = 0
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [file], {
    stdio: 'ignore',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  child.unref();
  const endWithProcess = () => void child.kill('SIGKILL');
  process.once('exit', endWithProcess);
  const stop = async () => {
    process.off('exit', endWithProcess);
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGQUIT');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const url = new URL(server);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  await untilReady(url.href).catch(async (error) => {
    await stop();
    throw error;
  });

  return { url: url.href, stop };
}

async function untilReady(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      await client.end();

      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === 100) throw error;
      await wait(50);
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();

  return typeof address === 'object' && address !== null ? address.port : 0;
}
