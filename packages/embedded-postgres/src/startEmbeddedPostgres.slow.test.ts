import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from './postmaster.ts';
import type { EmbeddedPostgres } from './startEmbeddedPostgres.ts';
import { startEmbeddedPostgres } from './startEmbeddedPostgres.ts';

let root: string;
let dataDir: string;
const messages: string[] = [];
const started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rowhouse-embedded-'));
  // The server's user has to get through.
  await chmod(root, 0o755);
  // One cluster for most of the tests, since creating one takes the longest.
  dataDir = join(root, 'data');
});
afterEach(async () => {
  for (const server of started.splice(0).reverse()) await server.stop();
  messages.length = 0;
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function start(use: 'own' | 'share' = 'own'): Promise<EmbeddedPostgres> {
  const log = (_level: string, text: string) => messages.push(text);
  const server = await startEmbeddedPostgres({
    dataDir,
    database: 'app',
    use,
    log,
    systemFolder: join(root, 'system'),
  });
  started.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('The embedded database', () => {
  it('keeps its data, port and password, and is closed to other users', async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 1 as n');
    expect(await ask(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await ask(first.url, "select setting from pg_settings where name = 'listen_addresses'")).toEqual([
      { setting: '127.0.0.1' },
    ]);
    await expect(ask(first.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o077).toBe(0);
    expect((await stat(first.clusterFolder)).mode & 0o077).toBe(0);
    await first.stop();
    expect(first.state()).toBe('stopped');
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('refuses a second process on its folder, and can be borrowed by a command', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(
        `${dataDir} is in use by another process \\(pid ${process.pid}\\)\\. Stop it .*a folder of its own`,
      ),
    );
    const command = await start('share');
    expect(command).toMatchObject({ borrowed: true, url: first.url });
    await command.stop();
    expect(await ask(first.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('is restarted when its process ends', async () => {
    const server = await start();
    await ask(server.url, 'create table survives as select 1 as n');
    const before = server.pid();
    process.kill(before as number, 'SIGKILL');
    await expect.poll(() => server.state() === 'running' && server.pid() !== before).toBe(true);
    expect(await ask(server.url, 'select n from survives')).toEqual([{ n: 1 }]);
    expect(messages.join()).toMatch(/stopped \(SIGKILL\)[\s\S]*running again/);
  });

  it('takes over the server that a killed process left running', async () => {
    const { child, pid } = await startElsewhere();
    const dead = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await dead;
    expect(isAlive(pid)).toBe(true);
    const server = await start();
    expect(isAlive(pid)).toBe(false);
    expect(messages.join()).toContain(`(pid ${pid}); this process takes it over`);
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('starts although a stale pid file names a running process', async () => {
    const first = await start();
    const pidFile = join(first.clusterFolder, 'postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    await first.stop();
    await writeFile(pidFile, text.replace(/^\d+/, `${process.pid}`));
    const second = await start();
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('explains the remedy if its password is lost', async () => {
    await (await start()).stop();
    await rm(join(dataDir, 'postgres.json'));
    await expect(start()).rejects.toThrow(/postgres\.json with its password is missing\. Restore that file/);
  });
});

describe.runIf(process.getuid?.() === 0)('As root, in a folder that no other user may enter', () => {
  it('places the database in the system folder, and finds it there again', async () => {
    const closed = join(root, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    dataDir = join(closed, 'data');
    const first = await start();
    expect(first.clusterFolder).toMatch(new RegExp(`^${root}/system/data-[0-9a-f]{12}/postgres$`));
    expect((await stat(first.clusterFolder)).uid).not.toBe(0);
    await ask(first.url, 'create table kept as select 1 as n');
    await first.stop();
    expect(await ask((await start()).url, 'select n from kept')).toEqual([{ n: 1 }]);
  });
});

/** Starts the database in a process of its own. */
async function startElsewhere(): Promise<{ child: ChildProcess; pid: number }> {
  const program = join(root, 'service.ts');
  const module = new URL('./startEmbeddedPostgres.ts', import.meta.url).href;
  await writeFile(
    program,
    `import { startEmbeddedPostgres } from '${module}';
     const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, database: 'app', use: 'own', log: () => {} });
     process.send?.(server.pid());`,
  );
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', () => reject(new Error('The other process ended.')));
  });
  return { child, pid };
}
