import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NotificationFixture, notificationFixture } from '../../testing/notificationFixture.ts';
import { pruneNotifications, schedulePruning } from './index.ts';

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

it('deletes them repeatedly on schedule until it is stopped', async () => {
  const log: string[] = [];
  const stop = schedulePruning({
    db: fixture.db,
    days: 10,
    every: 10,
    log: (_level, text) => log.push(text),
  });
  await expect.poll(keys).toEqual(['unread and old']);
  await insert('later', { read: 11 });
  await expect.poll(keys).toEqual(['unread and old']);
  await stop();
  await insert('after the end', { read: 11 });
  expect(await keys()).toEqual(['unread and old', 'after the end']);
  expect(log[0]).toBe('Deleted 2 old notifications.');
});
