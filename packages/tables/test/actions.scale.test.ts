import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, closing, noting } from './closing.ts';
import { type RestlessClient, restlessClient } from './restlessClient.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';

const size = 100_000;

describe.each(dialects)('an action over 100,000 rows on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterAll(() => database.destroy());

  it('handles each row exactly once if it sets the status it filters by, while others create, delete and change rows', async () => {
    await db.updateTable('orders').set({ status: 'new' }).where('status', '<>', 'lost').execute();
    const wanted = await idsBySql(db, "select id from orders where status = 'new' order by id");
    const calls = new Map<number, number>();
    let client: RestlessClient | null = null;
    const definition = closing(
      noting(async (row, context) => {
        const id = Number(row.dtRowId);
        calls.set(id, (calls.get(id) ?? 0) + 1);
        await context.db.updateTable('orders').set({ status: 'done' }).where('id', '=', id).execute();
      }),
    );
    const summary = await closingTables(db, definition).runAction(
      'orders',
      'close',
      { filters: { orders: { status: 'new' } } },
      null,
      {
        onProgress: () => {
          client ??= restlessClient(db, size);
        },
      },
    );
    const { deleted, changes, stop } = client as unknown as RestlessClient;
    await stop();
    const handled = new Set(await takeHandled(db));
    const gone = wanted.filter((id) => !handled.has(id));

    expect(wanted.length).toBeGreaterThan(80_000);
    expect(changes).toBeGreaterThan(50);
    expect(gone.filter((id) => !deleted.has(id))).toEqual([]);
    expect(handled.size + gone.length).toBe(wanted.length);
    expect(summary).toMatchObject({
      total: wanted.length,
      processed: handled.size,
      failed: 0,
      gone: gone.length,
    });
    expect(calls.size).toBe(handled.size);
    expect(Math.max(...calls.values())).toBe(1);
  });
});
