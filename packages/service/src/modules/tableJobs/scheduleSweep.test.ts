import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loggerOf } from '../../base/ServiceLogger.ts';
import { noHooks } from '../../kernel/hooks/createHooks.ts';
import { demoService } from '../../testing/demoService.ts';
import { type WorkFixture, workFixture } from '../../testing/workFixture.ts';
import { scheduleSweep } from './scheduleSweep.ts';

const { translate } = demoService;

let fixture: WorkFixture;
beforeAll(async () => {
  fixture = await workFixture();
});
afterAll(() => fixture?.destroy());

it('ends lost jobs while the files cannot be listed, and logs the failed step', async () => {
  const { db, config, files, jobs, notifications, secret, tables } = fixture;
  const lines: string[] = [];
  const log = (level: string, text: string) => void lines.push(`${level}: ${text}`);
  const id = await fixture.export('cities', await fixture.addUser());
  await sql`update table_jobs set created_at = now() - interval '2 minutes' where id = ${id}`.execute(db);
  await jobs.boss.deleteAllJobs('heavy');
  const list = () => Promise.reject(new Error('The storage is unavailable.'));
  const stop = scheduleSweep({
    db,
    events: notifications.events,
    notifier: notifications.notifier(jobs),
    readGrant: async () => 'user',
    tables,
    files: { ...files, list },
    secret,
    config,
    translate,
    hooks: noHooks,
    logger: loggerOf(log),
    jobs,
  });
  await vi.waitFor(() => expect(lines).toContain('info: Cleaned up: lost jobs: 1.'), { timeout: 60_000 });
  await stop();
  expect(lines).toContain('warn: Files of exports were not cleaned up: The storage is unavailable.');
  expect(await fixture.find(id)).toMatchObject({ status: 'failed' });
});
