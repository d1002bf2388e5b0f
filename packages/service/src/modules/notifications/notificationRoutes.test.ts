import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserEvent } from '../../kernel/events/EventBus.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' });
});
afterAll(() => service?.destroy());

let people = 0;
async function person(role = 'user') {
  const email = `person${++people}@example.com`;
  const id = await service.addUser(email, role);
  const { token } = await service.signIn(email);
  const events: UserEvent[] = [];
  service.events.subscribe(id, (event) => events.push(event));
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: string, path = '', body?: unknown) =>
    service.call(`/api/core/notifications${path}`, { method, headers, body });

  return { id, headers, events, call };
}

/** Inserts notifications, and returns their ids. */
async function insert(userId: number, count: number, rest: Record<string, unknown> = {}): Promise<number[]> {
  const rows = await service.database.db
    .insertInto('notifications')
    .values(
      Array.from({ length: count }, (_, index) => ({
        user_id: userId,
        type: 'export.finalized',
        key: `${crypto.randomUUID()}`,
        title: 'Number {number}',
        body: '',
        parameters: JSON.stringify({ number: index + 1 }),
        in_list: true,
        ...rest,
      })),
    )
    .returning('id')
    .execute();

  return rows.map(({ id }) => Number(id));
}

const titles = (body: Record<string, unknown>) =>
  (body.data as { title: string }[]).map(({ title }) => title);

describe('The list of notifications', () => {
  it('has the newest first, page by page, with the total', async () => {
    const ada = await person();
    const ids = await insert(ada.id, 25);
    await insert(ada.id, 1, { in_list: false });
    const first = await ada.call('GET');
    expect(first.body).toMatchObject({ unread: 25, total: 25 });
    expect(titles(first.body).slice(0, 2)).toEqual(['Number 25', 'Number 24']);
    expect(first.body.data).toHaveLength(20);
    const second = await ada.call('GET', '?offset=20&limit=10');
    expect(titles(second.body)).toEqual(['Number 5', 'Number 4', 'Number 3', 'Number 2', 'Number 1']);
    await ada.call('PATCH', `/${ids[24]}/read`);
    const unread = await ada.call('GET', '?unread=true&limit=1');
    expect(unread.body).toMatchObject({ unread: 24, total: 24 });
    expect(titles(unread.body)).toEqual(['Number 24']);
    expect((await ada.call('GET', '?limit=1')).body).toMatchObject({ unread: 24, total: 25 });
  });

  it('counts what its rows show, while others arrive', async () => {
    const ada = await person();
    const seen: { data: unknown[]; unread: number; total: number }[] = [];
    let isWritten = false;
    const writing = (async () => {
      for (let round = 0; round < 60; round += 1) await insert(ada.id, 1);
      isWritten = true;
    })();
    while (!isWritten) {
      const pages = await Promise.all([1, 2, 3].map(() => ada.call('GET', '?limit=100')));
      seen.push(...pages.map(({ body }) => body as (typeof seen)[number]));
    }
    await writing;
    expect(seen.length).toBeGreaterThan(5);
    for (const { data, unread, total } of seen)
      expect({ unread, total }).toEqual({ unread: data.length, total: data.length });
  });

  it('has all fields of a notification, in the language of its reader', async () => {
    const ada = await person();
    const [id] = await insert(ada.id, 1, {
      title: 'An export is ready',
      body: 'In two lines\nof {name}',
      parameters: JSON.stringify({ name: '{count} <b>' }),
      link_path: '/api/files/1',
      link_label: 'Download the file',
      mail_status: 'failed',
      mail_reason: 'inactive',
    });
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await ada.call('GET')).body.data).toEqual([
      {
        id,
        type: 'export.finalized',
        title: 'An export is ready',
        body: 'In two lines\nof {count} <b>',
        link: { path: '/api/files/1', label: 'Download the file' },
        readAt: null,
        mail: { status: 'failed', error: 'The e-mail was not sent: the account is not active.' },
        createdAt,
      },
    ]);
    await service.call('/api/core/me', { method: 'PATCH', body: { language: 'de' }, headers: ada.headers });
    expect((await ada.call('GET')).body.data).toMatchObject([
      {
        title: 'Ein Export ist fertig',
        link: { label: 'Datei herunterladen' },
        mail: { error: 'Die E-Mail wurde nicht gesendet: Der Zugang ist nicht aktiv.' },
      },
    ]);
    const [plain] = await insert((await person()).id, 1);
    expect(plain).toBeGreaterThan(id as number);
  });

  it('reports faults of a request', async () => {
    const ada = await person();
    for (const [query, errors] of [
      ['?limit=0', { limit: ['must be 1 or more, not 0'] }],
      ['?limit=101', { limit: ['must be 100 or less, not 101'] }],
      ['?offset=-1', { offset: ['must be 0 or more, not -1'] }],
      ['?offset=1e999', { offset: ['must be 1000000 or less, not Infinity'] }],
      ['?offset=-1e999', { offset: ['must be 0 or more, not -Infinity'] }],
      ['?unread=perhaps', { unread: ['must be true or false, not "perhaps"'] }],
      ["?limit=1';drop table users--", { limit: [expect.stringContaining('must be a whole number')] }],
      ['?user=1', { user: ['is not known; remove it, or use one of offset, limit, unread'] }],
      ['?limit=1&limit=2', { limit: [expect.stringContaining('must be a whole number')] }],
    ] as const) {
      const response = await ada.call('GET', query);
      expect([query, response.status, response.body.errors]).toEqual([query, 422, errors]);
    }
  });
});

describe('A notification', () => {
  it('is marked as read, or removed, and other pages are updated', async () => {
    const ada = await person();
    const [first, second, third] = await insert(ada.id, 3);
    expect((await ada.call('PATCH', `/${first}/read`)).body).toEqual({ unread: 2 });
    const read = (await ada.call('GET')).body.data as { readAt: string | null }[];
    expect(read.map(({ readAt }) => readAt !== null)).toEqual([false, false, true]);
    expect((await ada.call('PATCH', `/${first}/read`)).body).toEqual({ unread: 2 });
    expect((await ada.call('GET')).body.data).toEqual(read);
    expect((await ada.call('DELETE', `/${second}`)).body).toEqual({ unread: 1 });
    expect((await ada.call('DELETE', `/${second}`)).status).toBe(404);
    expect((await ada.call('PATCH', `/${second}/read`)).status).toBe(404);
    expect((await ada.call('PATCH', '/read')).body).toEqual({ unread: 0 });
    expect((await ada.call('GET')).body).toMatchObject({ unread: 0, total: 2 });
    await expect
      .poll(() => ada.events.map(({ data }) => data))
      .toEqual([first, first, second, null].map((id) => ({ id })));
    expect(third).toBeGreaterThan(0);
  });

  it('is not sent again after it was removed', async () => {
    const ada = await person();
    const [id] = await insert(ada.id, 1, { key: 'export.1' });
    await ada.call('DELETE', `/${id}`);
    await expect(insert(ada.id, 1, { key: 'export.1' })).rejects.toThrow(/notifications_user_id_key_key/);
  });

  it('is not found by other users, not even by administrators', async () => {
    const [ada, eve, boss] = [await person(), await person(), await person('administrator')];
    const [id] = await insert(ada.id, 1);
    for (const other of [eve, boss]) {
      expect((await other.call('GET')).body).toEqual({ data: [], unread: 0, total: 0 });
      for (const response of [
        await other.call('PATCH', `/${id}/read`),
        await other.call('DELETE', `/${id}`),
      ]) {
        expect(response.status).toBe(404);
        expect(response.body.message).toBe(`You have no notification ${id}.`);
      }
      expect((await other.call('PATCH', '/read')).body).toEqual({ unread: 0 });
    }
    expect((await ada.call('GET')).body).toMatchObject({ unread: 1, total: 1 });
    await expect.poll(() => eve.events).toHaveLength(1);
    expect(ada.events).toEqual([]);
  });

  it('is visible to an impersonator, but cannot be changed', async () => {
    const [clerk, boss] = [await person(), await person('administrator')];
    const [id] = await insert(clerk.id, 1);
    const started = await service.call(`/api/core/impersonation/${clerk.id}`, {
      method: 'POST',
      headers: boss.headers,
    });
    const headers = { authorization: `Bearer ${started.body.token}` };
    const path = '/api/core/notifications';
    expect((await service.call(path, { headers })).body).toMatchObject({ unread: 1 });
    for (const [method, rest] of [
      ['PATCH', `/${id}/read`],
      ['PATCH', '/read'],
      ['DELETE', `/${id}`],
    ] as const) {
      const response = await service.call(`${path}${rest}`, { method, headers });
      expect(response.status).toBe(403);
      expect(response.body.message).toMatch(/^While you impersonate a user/);
    }
    expect((await clerk.call('GET')).body).toMatchObject({ unread: 1 });
  });

  it('has a number as its id', async () => {
    const ada = await person();
    for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '1e30', '1e999', "1'--", '%00', 'null']) {
      expect([id, (await ada.call('PATCH', `/${id}/read`)).status]).toEqual([id, 422]);
      expect([id, (await ada.call('DELETE', `/${id}`)).status]).toEqual([id, 422]);
    }
    expect((await ada.call('DELETE', '/9007199254740991')).status).toBe(404);
  });

  it('requires a sign-in', async () => {
    const path = '/api/core/notifications';
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', '/1/read'],
      ['PATCH', '/read'],
      ['DELETE', '/1'],
      ['GET', '/preferences'],
      ['PUT', '/preferences'],
      ['GET', '/stream'],
    ] as const) {
      expect([rest, (await service.call(`${path}${rest}`, { method })).status]).toEqual([rest, 401]);
    }
  });
});
