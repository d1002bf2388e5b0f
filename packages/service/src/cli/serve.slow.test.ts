import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = new URL('../cli.ts', import.meta.url).pathname;
const running = new Set<ChildProcess>();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-cli-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function rowhouse(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--conditions=@rowhouse/source', program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ROWHOUSE_DATA_DIR: join(folder, 'data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, ended, output: () => output };
}

describe('The command line', () => {
  it('serves, shares its database with other commands, shows secrets once, and stops gracefully', async () => {
    const service = rowhouse(['serve'], { ROWHOUSE_PORT: '0' });
    await expect.poll(service.output, { timeout: 150_000 }).toContain('Ctrl+C');
    const password = /with password (\w+)/.exec(service.output())?.[1] as string;
    expect(password).toHaveLength(24);
    expect(service.output()).toContain(join(folder, 'data'));
    expect(await readFile(join(folder, 'data', 'rowhouse.log'), 'utf8')).not.toContain(password);
    const address = /Open +(\S+)/.exec(service.output())?.[1] as string;
    expect((await fetch(`${address}/ready`)).status).toBe(200);

    const [created, key, second, same] = [
      rowhouse(['user:create', '--email', 'ada@example.com', '--role', 'supervisor']),
      rowhouse(['api-key:create', '--email', 'admin@example.com']),
      rowhouse(['serve'], { ROWHOUSE_PORT: '0' }),
      rowhouse(['serve'], {
        ROWHOUSE_PORT: new URL(address).port,
        ROWHOUSE_DATA_DIR: join(folder, 'other'),
      }),
    ] as const;
    expect(await created.ended, created.output()).toBe(0);
    expect(created.output()).toMatch(
      /Created ada@example\.com with the role supervisor\.\nPassword, shown only once: \w{24}/,
    );
    expect(await key.ended, key.output()).toBe(0);
    const apiKey = /rh_\w+/.exec(key.output())?.[0] as string;
    expect((await fetch(`${address}/api/core/me`, { headers: { 'x-api-key': apiKey } })).status).toBe(200);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`is in use by another process (pid ${service.child.pid})`);
    expect(await same.ended).toBe(1);
    expect(same.output()).toMatch(
      /Port \d+ on 127\.0\.0\.1 is in use by another program\. .*ROWHOUSE_PORT=\d+ .+ serve$/m,
    );
    // Nothing was created, not even a database.
    await expect(readFile(join(folder, 'other', 'postgres.json'))).rejects.toThrow('ENOENT');

    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output()).toMatch(/Stopping: .*\nStopped\.\n$/s);
    await expect(readFile(join(folder, 'data', 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('reports faults without a stack', async () => {
    const faulty = rowhouse(['serve'], { ROWHOUSE_PORT: 'many' });
    expect(await faulty.ended).toBe(2);
    expect(faulty.output()).toContain('ROWHOUSE_PORT is "many", but must be a number.');
    expect(faulty.output()).not.toMatch(/\n\s+at /);
  });
});
