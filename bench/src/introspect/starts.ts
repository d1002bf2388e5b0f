import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { shelves } from './shelves.ts';

const cli = fileURLToPath(new URL('../../../packages/service/src/cli.ts', import.meta.url));
const tenTables = fileURLToPath(new URL('./tenTables.config.ts', import.meta.url));

/** Seconds from the start of the process until `/ready` responds 200, one for each round. */
export interface Starts {
  readonly withoutTables: number[];
  readonly withTenTables: number[];
  /** Without tables of its own, with the introspected database served. */
  readonly withDatabase: number[];
}

/**
 * Starts the service in turns: without tables, with ten, and with a database that it introspects. Each has a migrated
 * database of its own on the same server, dropped afterwards. Throws if a service does not serve what it should.
 */
export async function timeStarts(serverUrl: string, rounds: number): Promise<Starts> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-starts-'));
  const served = new URL(serverUrl).pathname.slice(1);
  const services = {
    withoutTables: { args: [], variables: {}, table: null },
    withTenTables: { args: [], variables: { ROWHOUSE_APP: tenTables }, table: shelves.at(-1) ?? null },
    withDatabase: { args: ['--database', serverUrl], variables: {}, table: `${served}/orders` },
  };
  const starts: Starts = { withoutTables: [], withTenTables: [], withDatabase: [] };
  const names = Object.keys(services) as (keyof Starts)[];
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const databaseOf = (name: keyof Starts) => `rowhouse_start_${name.toLowerCase()}`;

  try {
    for (const name of names) await admin.query(`create database ${databaseOf(name)}`);
    // The first start migrates, and is not counted.
    for (let round = -1; round < rounds; round += 1) {
      for (const name of names) {
        const url = new URL(serverUrl);
        url.pathname = `/${databaseOf(name)}`;
        const { args, variables, table } = services[name];
        const own = { ROWHOUSE_DATA_DIR: join(folder, name), DATABASE_URL: url.href, ...variables };
        const seconds = await timeStart(['serve', ...args], own, table, folder);
        if (round >= 0) starts[name].push(seconds);
      }
    }
  } finally {
    for (const name of names) await admin.query(`drop database if exists ${databaseOf(name)} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true, force: true });
  }

  return starts;
}

async function timeStart(
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  table: string | null,
  cwd: string,
): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, ['--conditions=@rowhouse/source', cli, ...args], {
    cwd,
    env: { ...process.env, ...variables, ROWHOUSE_PORT: String(port), ROWHOUSE_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (printed += String(text)));
  const ended = once(child, 'exit');

  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The service did not start.\n${printed}`);
      await delay(10);
    }
    const seconds = (performance.now() - start) / 1000;
    if (table !== null) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/${table}/init`);
      // Without a session; 404 would mean that there is no such table.
      if (status !== 401) throw new Error(`/api/${table}/init responded ${status}.\n${printed}`);
    }

    return seconds;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');

  return address.port;
}
