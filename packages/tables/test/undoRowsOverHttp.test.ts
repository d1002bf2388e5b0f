import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGoods, type Goods, goods } from './goods.ts';
import { type HttpApp, httpServers } from './httpServers.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

const size = 5;

describe.each(Object.entries(httpServers))('undoing an action over HTTP, by %s', (_name, serve) => {
  let database: LoggedDatabase<Goods>;
  let db: Kysely<Goods>;
  let app: HttpApp;
  let permitted = ['init', 'close'];
  beforeAll(async () => {
    database = await loggedDatabase<Goods>('sqlite');
    db = database.db;
    await createGoods(db, 'sqlite', size);
    app = await serve({
      db,
      tables: [
        goods(
          {
            ...{ close: { update: { set: { state: 'closed' } } }, ring: { row: () => undefined } },
            purge: { delete: true },
          } as never,
          { records: { fields: { label: true }, delete: true } } as never,
        ),
      ],
      changes: { userId: (user) => String(user) },
      access: {
        user: (header) => header('x-user'),
        permits: (_user, name) => permitted.includes(name.split('.')[1] ?? ''),
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await database.destroy();
  });

  const send = async (method: string, path: string, body?: object, user = 'ann') => {
    const response = await app.send(`/api/goods/${path}`, {
      method,
      headers: { 'x-user': user, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });

    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const closed = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from goods where state = 'closed'`.execute(
      db,
    );

    return Number(rows[0]?.n);
  };

  it('is told by the button, and done under the path of the action, with its permission', async () => {
    permitted = ['init', 'close', 'ring', 'purge'];
    const { body: init } = await send('GET', 'init');
    const { buttons } = init.template as { readonly buttons: { readonly global: object[] } };
    expect(buttons.global).toMatchObject([
      { name: 'close', undo: '/api/goods/close/undo' },
      { name: 'ring', undo: null },
      { name: 'purge', undo: '/api/goods/purge/undo' },
    ]);
    const { body } = await send('PATCH', 'close', { meta: {} });
    expect([body.processed, await closed()]).toEqual([size, size]);
    permitted = ['init', 'ring'];
    expect((await send('POST', 'close/undo', { undo: body.undo })).status).toBe(403);
    permitted = ['close'];
    expect((await send('POST', 'close/undo', { undo: body.undo }, 'bob')).status).toBe(404);
    expect((await send('POST', 'ring/undo', { undo: body.undo })).status).toBe(404);
    expect(await closed()).toBe(size);
    expect(await send('POST', 'close/undo', { undo: body.undo })).toEqual({
      status: 200,
      body: {
        ...{ message: `The change of ${size} rows was undone.`, processed: size },
        ...{ failed: [], failedCount: 0 },
      },
    });
    expect(await closed()).toBe(0);
    expect((await send('POST', 'close/undo', { undo: body.undo })).status).toBe(422);
  });

  it('is the same for one that deletes records: what is not in the place of another returns', async () => {
    permitted = ['purge'];
    const { body } = await send('PATCH', 'purge', { meta: {} });
    expect(body).toMatchObject({ processed: size, failedCount: 0 });
    await sql`insert into goods (id, code, state, owner) values (1, 'C2', 'new', 'bob')`.execute(db);
    permitted = ['close'];
    expect((await send('POST', 'purge/undo', { undo: body.undo })).status).toBe(403);
    permitted = ['purge', 'close'];
    expect((await send('POST', 'purge/undo', { undo: body.undo }, 'bob')).status).toBe(404);
    expect((await send('POST', 'close/undo', { undo: body.undo })).status).toBe(404);
    const undone = await send('POST', 'purge/undo', { undo: body.undo });
    expect(undone).toMatchObject({
      status: 200,
      body: {
        ...{ message: '4 rows were restored. 1 row could not be restored.', processed: 4, failedCount: 1 },
        failed: [{ dtRowId: 1002, message: expect.stringContaining('another one has one of its values') }],
      },
    });
    const { rows } = await sql<{ code: string }>`select code from goods where owner = 'ann'`.execute(db);
    expect(rows.map(({ code }) => code).sort()).toEqual(['C1', 'C3', 'C4', 'C5']);
    expect((await send('POST', 'purge/undo', { undo: body.undo })).status).toBe(422);
    await sql`update goods set owner = 'ann' where code = 'C2'`.execute(db);
  });

  it('refuses what names no change, field by field', async () => {
    permitted = ['close'];
    for (const [sent, field] of [
      [{}, 'undo'],
      [{ undo: 'x' }, 'undo'],
      [{ undo: 7 }, 'undo'],
      [{ undo: '6d1b1d6e-5c0a-4b6e-8d5e-0c8f7f1f2a3b', rows: 1 }, 'rows'],
    ] as const) {
      const { status, body } = await send('POST', 'close/undo', sent);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
    // An action never takes it for its rows.
    expect((await send('PATCH', 'close', { undo: '6d1b1d6e-5c0a-4b6e-8d5e-0c8f7f1f2a3b' })).status).toBe(400);
    const both = { meta: {}, undo: '6d1b1d6e-5c0a-4b6e-8d5e-0c8f7f1f2a3b' };
    expect((await send('PATCH', 'close', both)).status).toBe(422);
    expect(await closed()).toBe(0);
  });
});
