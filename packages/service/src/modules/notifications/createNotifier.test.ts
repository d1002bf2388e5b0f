import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationContent } from '../../kernel/module/Notifier.ts';
import { type NotificationFixture, notificationFixture } from '../../testing/notificationFixture.ts';

let fixture: NotificationFixture;
beforeAll(async () => {
  fixture = await notificationFixture();
});
afterAll(() => fixture?.destroy());

const all = { channels: ['mail', 'database', 'broadcast'] } as const;

function content(key: string, rest: Partial<NotificationContent> = {}): NotificationContent {
  return {
    type: 'export.finalized',
    key,
    title: 'Export of {name} is ready',
    body: 'It has {count} rows.',
    parameters: { name: 'Orders', count: 12_000 },
    link: { path: '/api/files/abc', label: 'Download the file' },
    ...rest,
  };
}

const rowsOf = (userId: number) =>
  fixture.db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id').execute();

async function jobsOf(userId: number) {
  const ids = (await rowsOf(userId)).map(({ id }) => Number(id));

  return (await fixture.jobs()).filter(({ notification }) => ids.includes(notification));
}

describe('A notification', () => {
  it('is stored, mailed by a job and sent to open pages', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    await fixture.notifier.notify(user, content('export.1'), all);
    const [row, ...others] = await rowsOf(user);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      type: 'export.finalized',
      key: 'export.1',
      title: 'Export of {name} is ready',
      parameters: { name: 'Orders', count: 12_000 },
      link_path: '/api/files/abc',
      link_label: 'Download the file',
      in_list: true,
      read_at: null,
      mail_status: 'waiting',
    });
    expect(await jobsOf(user)).toEqual([{ notification: Number(row?.id) }]);
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]).toEqual({
      event: 'notification',
      data: {
        id: Number(row?.id),
        type: 'export.finalized',
        title: 'Export of {name} is ready',
        body: 'It has {count} rows.',
        parameters: { name: 'Orders', count: 12_000 },
        link: { path: '/api/files/abc', label: 'Download the file' },
        readAt: null,
        mail: { status: 'waiting', reason: null },
        createdAt: row?.created_at.toISOString(),
      },
    });
  });

  it('reaches a user once per key, even if it is sent twenty times at the same time', async () => {
    const [user, other] = [await fixture.addUser(), await fixture.addUser()];
    const events = fixture.hear(user);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        fixture.notifier.notify(user, content('export.2', { body: `Sent by ${index}` }), all),
      ),
    );
    await fixture.notifier.notify(other, content('export.2'), all);
    await fixture.notifier.notify(user, content('export.3'), { channels: ['broadcast'] });
    await expect.poll(() => events).toHaveLength(2);
    expect(events.map(({ data }) => (data as { id: number }).id)).toEqual(
      (await rowsOf(user)).map(({ id }) => Number(id)),
    );
    expect(await jobsOf(user)).toHaveLength(2);
    expect(await rowsOf(other)).toHaveLength(1);
  });

  it('does not exist if its transaction is rolled back', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    const before = (await fixture.jobs()).length;
    const rolledBack = fixture.db.transaction().execute(async (db) => {
      await fixture.notifier.notify(user, content('export.4'), { ...all, db });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await rowsOf(user)).toEqual([]);
    expect(await fixture.jobs()).toHaveLength(before);
    await fixture.db.transaction().execute(async (db) => {
      await fixture.notifier.notify(user, content('export.4', { title: 'The second' }), { ...all, db });
    });
    await expect.poll(() => events).toHaveLength(1);
    expect(events[0]?.data).toMatchObject({ title: 'The second' });
  });

  it('waits for a transaction that sends the same, and does nothing when that commits', async () => {
    const user = await fixture.addUser();
    let second: Promise<void> | undefined;
    await fixture.db.transaction().execute(async (db) => {
      await fixture.notifier.notify(user, content('export.5', { title: 'The first' }), { ...all, db });
      second = fixture.notifier.notify(user, content('export.5', { title: 'The second' }), all);
    });
    await second;
    expect((await rowsOf(user)).map(({ title }) => title)).toEqual(['The first']);
    expect(await jobsOf(user)).toHaveLength(1);
  });

  it('uses the requested channels, and always mail for a link to an export', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    await fixture.notifier.notify(user, content('a'), { channels: [] });
    await fixture.notifier.notify(user, content('b', { type: 'action.failed' }), { channels: ['database'] });
    await fixture.notifier.notify(user, content('c', { type: 'action.failed' }), { channels: ['broadcast'] });
    expect((await rowsOf(user)).map(({ in_list, mail_status }) => [in_list, mail_status])).toEqual([
      [false, 'waiting'],
      [true, null],
      [false, null],
    ]);
    await expect.poll(() => events).toHaveLength(1);
  });

  it('does not use channels that the user has switched off, unless they are mandatory', async () => {
    const user = await fixture.addUser();
    const events = fixture.hear(user);
    const off = { user_id: user, mail: false, database: false, broadcast: false };
    await fixture.db
      .insertInto('notification_preferences')
      .values([
        { ...off, type: 'export.finalized' },
        { ...off, type: 'action.failed' },
        { ...off, type: 'export.failed', broadcast: true },
      ])
      .execute();
    await fixture.notifier.notify(user, content('a'), all);
    await fixture.notifier.notify(user, content('b', { type: 'action.failed' }), all);
    await fixture.notifier.notify(user, content('c', { type: 'action.failed' }), {
      ...all,
      mandatory: ['database'],
    });
    await fixture.notifier.notify(user, content('d', { type: 'export.failed' }), all);
    expect((await rowsOf(user)).map(({ in_list, mail_status }) => [in_list, mail_status])).toEqual([
      [false, 'waiting'],
      [false, null],
      [true, null],
      [false, null],
    ]);
    await expect.poll(() => events).toHaveLength(1);
  });

  it('is ignored for a deleted user', async () => {
    await fixture.db.transaction().execute(async (db) => {
      await fixture.notifier.notify(999_999, content('a'), { ...all, db });
      expect(await db.selectFrom('users').select('id').where('id', '=', 999_999).execute()).toEqual([]);
    });
  });

  it('has texts without characters that the database refuses, and of limited length', async () => {
    const user = await fixture.addUser();
    const nasty = 'a\0b\ud800c\r\nd\u2028e';
    await fixture.notifier.notify(
      user,
      content('a', {
        title: nasty,
        body: nasty.repeat(2_000),
        parameters: { name: nasty, of: Number.NaN, reason: { text: nasty, parameters: { count: 1, nasty } } },
      }),
      all,
    );
    const [row] = await rowsOf(user);
    expect(row?.title).toBe('a b\ufffdc d e');
    expect(row?.body.startsWith('a b\ufffdc\nd\ne')).toBe(true);
    expect([...(row?.body ?? '')]).toHaveLength(4_000);
    const clean = 'a b\ufffdc\nd\ne';
    expect(row?.parameters).toEqual({
      name: clean,
      of: 'NaN',
      reason: { text: clean, parameters: { count: 1, nasty: clean } },
    });
  });

  it.each([
    [{ type: 'export.done' }, /The notification type "export\.done" is not declared.*export\.finalized/],
    [{ type: 'constructor' }, /The notification type "constructor" is not declared/],
    [{ key: '' }, /1 to 200 characters, and has 0/],
    [{ key: 'k'.repeat(201) }, /and has 201/],
    [{ link: { path: 'https://evil.example', label: 'x' } }, /must be a path of the service/],
    [{ link: { path: '//evil.example', label: 'x' } }, /must be a path of the service/],
    [{ link: { path: '/\\evil.example', label: 'x' } }, /must be a path of the service/],
    [{ link: { path: '/a b', label: 'x' } }, /must be a path of the service/],
    [{ link: { path: '/a\r\nb', label: 'x' } }, /must be a path of the service/],
  ])('is refused if invalid: %j', async (rest, message) => {
    const user = await fixture.addUser();
    await expect(fixture.notifier.notify(user, content('z', rest), all)).rejects.toThrow(message);
    expect(await rowsOf(user)).toEqual([]);
  });
});
