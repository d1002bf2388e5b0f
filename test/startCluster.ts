import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './startPgBouncer.ts';

const run = promisify(execFile);

/** A server of the cluster: the primary, or a standby that streams from it. */
export interface ClusterServer {
  /** Address of the maintenance database. */
  readonly url: string;
  /** Runs a statement in the maintenance database. */
  query<Row>(text: string): Promise<Row[]>;
  /** Ends all of its processes at the same time, like a power failure. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

export interface Cluster {
  readonly primary: ClusterServer;
  readonly standbys: readonly ClusterServer[];
  stop(): Promise<void>;
}

/** Folder of the programs of a PostgreSQL that can stream: Debian's, or those in the path. Null if there are none. */
export async function clusterPrograms(): Promise<string | null> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'));
  const inPath = spawnSync('pg_config', ['--bindir']).stdout?.toString().trim();
  for (const folder of [...folders, ...(inPath ? [inPath] : [])]) {
    const found = await Promise.all(
      ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'].map((name) =>
        access(join(folder, name)).catch(() => name),
      ),
    );
    if (found.every((missing) => missing === undefined)) return folder;
  }

  return null;
}

/** Starts a primary with streaming standbys on temporary folders. `settings` are those of all of them. */
export async function startCluster(
  programs: string,
  { standbys: count, settings = {} }: { standbys: number; settings?: Readonly<Record<string, string>> },
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-cluster-'));
  const user = systemUser();
  if (user !== null) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const servers: OpenServer[] = [];
  const stop = async () => {
    for (const server of servers.toReversed()) await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const primary = await openServer(programs, join(folder, 'primary'), user);
    await run(
      join(programs, 'initdb'),
      ['-D', primary.folder, '-U', 'postgres', '-A', 'trust', '--no-locale', '-E', 'UTF8'],
      { ...user, cwd: folder },
    );
    const all = { wal_level: 'replica', max_wal_senders: '10', hot_standby: 'on', fsync: 'off', ...settings };
    await primary.configure({ ...all, max_connections: '200' });
    servers.push(primary);
    await primary.start();
    for (let n = 1; n <= count; n++) {
      const standby = await openServer(programs, join(folder, `standby${n}`), user);
      await run(
        join(programs, 'pg_basebackup'),
        ['-D', standby.folder, '-R', '-X', 'stream', '-c', 'fast', '-d', primary.url],
        { ...user, cwd: folder },
      );
      await standby.configure({ primary_conninfo: `${conninfo(primary.url)} application_name=standby${n}` });
      servers.push(standby);
      await standby.start();
    }

    return { primary, standbys: servers.slice(1), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface OpenServer extends ClusterServer {
  readonly folder: string;
  configure(settings: Readonly<Record<string, string>>): Promise<void>;
}

interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root. */
function systemUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const id = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout.toString());

  return { uid: id('-u') || 65_534, gid: id('-g') || 65_534 };
}

async function openServer(programs: string, folder: string, user: SystemUser | null): Promise<OpenServer> {
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const options = { ...user, cwd: '/tmp' };
  let child: ReturnType<typeof spawn> | null = null;

  return {
    folder,
    url,
    query: (text) => query(url, text),
    configure: (settings) =>
      appendFile(
        join(folder, 'postgresql.auto.conf'),
        Object.entries({
          listen_addresses: '127.0.0.1',
          unix_socket_directories: '',
          port: String(port),
          ...settings,
        })
          .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
          .join(''),
      ),
    async start() {
      child = spawn(join(programs, 'postgres'), ['-D', folder], { ...options, stdio: 'ignore' });
      for (let attempt = 1; ; attempt++) {
        try {
          await query(url, 'select 1');

          return;
        } catch (error) {
          if (attempt === 200) throw error;
          await wait(50);
        }
      }
    },
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      // At once for all of its processes.
      child.kill('SIGQUIT');
      await once(child, 'exit');
    },
    async promote() {
      await run(join(programs, 'pg_ctl'), ['promote', '-w', '-D', folder], options);
    },
  };
}

async function query<Row>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

function conninfo(url: string): string {
  const { hostname, port, username } = new URL(url);

  return `host=${hostname} port=${port} user=${username}`;
}
