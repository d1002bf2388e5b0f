import { afterAll, beforeAll, expect, it } from 'vitest';
import { loggerOf } from '../../base/ServiceLogger.ts';
import type { RunningJob } from '../../kernel/jobs/Jobs.ts';
import type { WorkContext } from '../../kernel/module/Module.ts';
import { type NotificationFixture, notificationFixture } from '../../testing/notificationFixture.ts';
import { notifications, pruneNotifications } from './index.ts';

let fixture: NotificationFixture;
let user: number;
beforeAll(async () => {
  fixture = await notificationFixture();
  user = await fixture.addUser();
});
afterAll(() => fixture?.destroy());

const day = 86_400_000;

async function insert(
  key: string,
  { read, created = 0, inList = true }: Record<string, number | boolean | undefined>,
) {
  const ago = (days: unknown) => new Date(Date.now() - Number(days) * day);
  const values = {
    user_id: user,
    type: 'export.failed',
    key,
    title: '',
    body: '',
    parameters: '{}',
    in_list: inList === true,
    read_at: read === undefined ? null : ago(read),
    created_at: ago(created),
  };
  await fixture.db
    .insertInto('notifications')
    .values(values as never)
    .execute();
}

const keys = async () =>
  (await fixture.db.selectFrom('notifications').select('key').orderBy('id').execute()).map(({ key }) => key);

it('deletes notifications some days after they were read, in steps, and keeps unread ones', async () => {
  await insert('unread and old', { created: 400 });
  await insert('read lately', { created: 400, read: 89 });
  await insert('shown once, lately', { created: 89, inList: false });
  for (let count = 0; count < 25; count++) await insert(`read ${count}`, { created: 400, read: 91 });
  await insert('shown once', { created: 91, inList: false });
  // Two concurrent runs share the work.
  const pruned = await Promise.all([1, 2].map(() => pruneNotifications(fixture.db, { days: 90, step: 4 })));
  expect(pruned.reduce((sum, count) => sum + count)).toBe(26);
  expect(await keys()).toEqual(['unread and old', 'read lately', 'shown once, lately']);
  expect(await pruneNotifications(fixture.db, { days: 90 })).toBe(0);
});

it('is scheduled hourly, for the configured number of days', async () => {
  const { cron, queue, run } = notifications().schedule?.prune ?? {};
  expect({ cron, queue }).toEqual({ cron: '17 * * * *', queue: 'notifications' });
  const log: string[] = [];
  await insert('later', { read: 11 });
  const context = {
    db: fixture.db,
    config: { notifications: { keepReadDays: 10 } },
    logger: loggerOf((_level, text) => log.push(text)),
  };
  await run?.(context as WorkContext, { signal: AbortSignal.timeout(60_000) } as RunningJob);
  expect(await keys()).toEqual(['unread and old']);
  expect(log).toEqual(['Deleted 3 old notifications.']);
});
