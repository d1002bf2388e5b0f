import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Channel, NotificationContent } from '../../kernel/module/Notifier.ts';
import { type NotificationFixture, notificationFixture } from '../../testing/notificationFixture.ts';

let fixture: NotificationFixture;
beforeAll(async () => {
  fixture = await notificationFixture();
});
afterAll(() => fixture?.destroy());

const failed = (count: number): NotificationContent => ({
  type: 'apiCall.error',
  key: 'apiCall.error.1',
  title: 'A call failed',
  body: '{count} times',
  parameters: { count },
  link: { path: `/calls/${count}`, label: 'Show the call' },
});
const all: readonly Channel[] = ['mail', 'database', 'broadcast'];

const rowsOf = (user: number) =>
  fixture.db
    .selectFrom('notifications')
    .select(['id', 'parameters', 'link_path', 'in_list', 'read_at', 'mail_status'])
    .where('user_id', '=', user)
    .execute();

const mailsOf = async (user: number) => {
  const ids = (await rowsOf(user)).map(({ id }) => Number(id));

  return (await fixture.jobs()).filter(({ notification }) => ids.includes(notification));
};

describe('A revised notification', () => {
  it('replaces its previous content, and is mailed once', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    await fixture.notifier.notify(user, failed(1), { channels: ['database', 'broadcast'] });
    expect(await mailsOf(user)).toEqual([]);
    for (const count of [7, 8]) await fixture.notifier.revise(user, failed(count), { channels: all });
    const rows = await rowsOf(user);
    expect(rows).toMatchObject([
      { parameters: { count: 8 }, link_path: '/calls/8', in_list: true, mail_status: 'waiting' },
    ]);
    expect(await mailsOf(user)).toHaveLength(1);
    // Shown once; then pages reload the list.
    const id = Number(rows[0]?.id);
    await expect
      .poll(() => events.map(({ data }) => data))
      .toEqual([expect.objectContaining({ id, title: 'A call failed' }), { id }, { id }]);
  });

  it('is new without a previous one, and ignored for a deleted user', async () => {
    const user = await fixture.addUser();
    await fixture.notifier.revise(user, failed(3), { channels: all });
    await fixture.notifier.notify(user, failed(1), { channels: ['database'] });
    expect(await rowsOf(user)).toMatchObject([{ parameters: { count: 3 }, in_list: true }]);
    expect(await mailsOf(user)).toHaveLength(1);
    await fixture.notifier.revise(2_000_000_000, failed(3), { channels: all });
    expect(await rowsOf(2_000_000_000)).toEqual([]);
  });

  it('stays read, and out of the list if its user removed it', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    await fixture.notifier.notify(user, failed(1), { channels: ['database'] });
    await fixture.db
      .updateTable('notifications')
      .set({ in_list: false, read_at: new Date() })
      .where('user_id', '=', user)
      .execute();
    await fixture.notifier.revise(user, failed(9), { channels: all });
    expect(await rowsOf(user)).toMatchObject([
      { in_list: false, read_at: expect.any(Date), mail_status: 'waiting' },
    ]);
    const last = { event: 'notification', data: { id: -1 } } as const;
    await fixture.notifications.events.publish(user, last);
    await expect.poll(() => events).toEqual([last]);
  });

  it('uses the channels of its user', async () => {
    const user = await fixture.addUser();
    await fixture.db
      .insertInto('notification_preferences')
      .values({ user_id: user, type: 'apiCall.error', mail: false, database: true, broadcast: true })
      .execute();
    await fixture.notifier.notify(user, failed(1), { channels: ['database'] });
    await fixture.notifier.revise(user, failed(9), { channels: all });
    expect(await rowsOf(user)).toMatchObject([{ parameters: { count: 9 }, mail_status: null }]);
    expect(await mailsOf(user)).toEqual([]);
  });

  it('stays one if several processes send and revise it at the same time', async () => {
    const user = await fixture.addUser();
    await Promise.all([
      ...[1, 2, 3].map(() => fixture.notifier.notify(user, failed(1), { channels: ['database'] })),
      ...[1, 2, 3].map(() => fixture.notifier.revise(user, failed(9), { channels: all })),
    ]);
    expect(await rowsOf(user)).toMatchObject([{ parameters: { count: 9 }, mail_status: 'waiting' }]);
    expect(await mailsOf(user)).toHaveLength(1);
  });

  it('stays unchanged if the transaction is rolled back', async () => {
    const user = await fixture.addUser();
    await fixture.notifier.notify(user, failed(1), { channels: ['database'] });
    const rolledBack = fixture.db.transaction().execute(async (db) => {
      await fixture.notifier.revise(user, failed(9), { channels: all, db });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await rowsOf(user)).toMatchObject([{ parameters: { count: 1 }, mail_status: null }]);
    expect(await mailsOf(user)).toEqual([]);
  });
});
