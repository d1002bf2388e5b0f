import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { startCommand } from '../testing/runCommand.ts';

/** An application whose routes fail without anybody who handles it. */
const application = `
const later = (run) => setTimeout(run, 1);
const route = { config: { access: 'public' } };
export default {
  modules: [{
    name: 'careless',
    routes(app) {
      app.get('/api/careless/reject', route, () => {
        void Promise.reject(new Error('Nobody awaits this.'));
        return {};
      });
      app.get('/api/careless/fail', route, () => { throw new Error('This one is handled.'); });
      app.get('/api/careless/throw', route, () => {
        later(() => { throw new Error('Nobody catches this.'); });
        return {};
      });
    },
  }],
};`;

let folder: string;
let own: TestDatabase<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '../../../../test-output/process-faults-'));
  await writeFile(join(folder, 'rowhouse.config.mjs'), application);
  own = await createTestDatabase('postgres');
});
afterAll(async () => {
  await own?.destroy();
  await rm(folder, { recursive: true, force: true });
});

async function serve(dataDir: string) {
  const environment = {
    ROWHOUSE_APP: join(folder, 'rowhouse.config.mjs'),
    ROWHOUSE_PORT: '0',
    ROWHOUSE_DATA_DIR: dataDir,
    DATABASE_URL: own.url ?? '',
  };
  const child = startCommand(environment, { args: ['serve'], folder });
  const ended = once(child, 'close').then(([status]) => status as number | null);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl+C');
  const address = /Open +(\S+)/.exec(output)?.[1] as string;

  return {
    child,
    ended,
    output: () => output,
    statusOf: async (path: string) => (await fetch(`${address}${path}`)).status,
  };
}

describe('A process of the service', () => {
  it('survives a rejected promise that no code handles, stops in order after such an error, and shows both', async () => {
    const dataDir = join(folder, 'data');
    const { child, ended, output, statusOf } = await serve(dataDir);
    try {
      expect(await statusOf('/api/careless/reject')).toBe(200);
      await expect
        .poll(output)
        .toMatch(/Error: A promise was rejected.*\n +Error: Nobody awaits this\.\n +at /);
      expect(await statusOf('/api/careless/fail')).toBe(500);
      expect(output()).toMatch(
        /Error: The request failed \(GET \/api\/careless\/fail\)\n +Error: This one is handled\.\n +at /,
      );
      expect(await statusOf('/ready')).toBe(200);
      expect(await statusOf('/api/careless/throw')).toBe(200);
      expect(await ended).toBe(1);
      expect(output()).toMatch(
        /Fatal error: No code handles this error.*[\s\S]*Nobody catches this\.[\s\S]*Stopped\./,
      );
      const log = await readFile(join(dataDir, 'rowhouse.log'), 'utf8');
      for (const text of ['Nobody awaits this.', 'Nobody catches this.']) expect(log).toContain(text);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });

  it('survives a full disk of its log and a terminal that has gone', async () => {
    const dataDir = join(folder, 'full');
    await mkdir(dataDir);
    await symlink('/dev/full', join(dataDir, 'rowhouse.log'));
    const { child, ended, output, statusOf } = await serve(dataDir);
    try {
      expect(output()).toMatch(
        /The log file .+rowhouse\.log cannot be written: ENOSPC.* Its lines are dropped/,
      );
      child.stdout.destroy();
      child.stderr.destroy();
      expect(await statusOf('/api/careless/fail')).toBe(500);
      expect(await statusOf('/ready')).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });
});
