import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { startWorkProcess, type WorkProcess } from '../testing/runCommand.ts';

let folder: string;
let database: TestDatabase<unknown>;
const processes: WorkProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-work-cli-'));
  database = await createTestDatabase('postgres');
});
afterAll(async () => {
  for (const { kill } of processes) await kill();
  await database?.destroy();
  await rm(folder, { recursive: true, force: true });
});

function work(args: string[], environment: Record<string, string> = {}): WorkProcess {
  const started = startWorkProcess(
    { DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data'), ...environment },
    { args, folder },
  );
  processes.push(started);

  return started;
}

describe('rowhouse work', () => {
  it('lists its queues; several may start at the same time on a new database', async () => {
    const [all, some] = [
      work([]),
      work(['--queue', 'heavy', '--queue=night'], { ROWHOUSE_QUEUES: '{"night": {"concurrency": 4}}' }),
    ];
    await Promise.all([all.started, some.started]);
    expect(all.output()).toContain('Queues     heavy (one job at a time), notifications (5 jobs at a time)');
    expect(some.output()).toContain('Queues     heavy (one job at a time), night (4 jobs at a time)');
    for (const { child, ended } of [all, some]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });

  it.each([
    [['--queue', 'gigantic'], {}, '--queue is "gigantic", which is not configured. Use one of heavy,'],
    [['--quue', 'heavy'], {}, 'There is no option --quue; did you mean --queue?'],
    [
      [],
      { ROWHOUSE_TABLES_QUEUES_EXPORTS: 'gigantic' },
      'tables.queues.exports (ROWHOUSE_TABLES_QUEUES_EXPORTS) is "gigantic"',
    ],
  ])('does not start with %j %j, and reports why without a stack', async (args, environment, message) => {
    const refused = work(args, environment);
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain(message);
    expect(refused.output()).not.toMatch(/\n\s+at /);
  });
});
