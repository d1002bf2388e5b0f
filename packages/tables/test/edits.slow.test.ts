import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { hangingOrders } from './editableOrders.ts';
import { type EditShop, editShop, storedText } from './editShop.ts';
import { type LoggedDatabase, tablesOf } from './support.ts';

// SQLite lets one transaction run at a time.
describe.each(dialects.filter((dialect) => dialect !== 'sqlite'))('concurrent edits on %s', (dialect) => {
  let database: LoggedDatabase<EditShop>;
  let db: Kysely<EditShop>;
  beforeAll(async () => {
    database = await editShop(dialect, 10);
    db = database.db;
  });
  afterAll(() => database.destroy());
  const stored = (id: number, column: string) => storedText(db, dialect, id, column);

  it('are repeated after a deadlock, and all written', async () => {
    await db.updateTable('orders').set({ paid: null, quantity: 1 }).where('id', 'in', [1, 2]).execute();
    const both = Promise.withResolvers<void>();
    const calls: string[] = [];
    const definition = hangingOrders(async (row) => {
      calls.push(row);
      if (new Set(calls).size === 2) both.resolve();
      await both.promise;
    });
    const edit = (row: number) =>
      tablesOf(db, definition).edit('orders', { row, column: 'paid', value: true });
    const rows = await Promise.all([edit(1), edit(2)]);
    expect(rows.map(({ row }) => row?.paid)).toEqual([true, true]);
    expect(calls.length).toBeGreaterThan(2);
    expect([await stored(1, 'quantity'), await stored(2, 'quantity')]).toEqual(['77', '77']);
  });

  it('writes nothing when its process is killed, and once when it is repeated', async () => {
    if (dialect !== 'postgres') return;
    await db.updateTable('orders').set({ note: 'before' }).where('id', '=', 3).execute();
    const program = new URL('./editProcess.ts', import.meta.url).pathname;
    const child = spawn(
      process.execPath,
      ['--conditions=@rowhouse/source', program, database.url ?? '', '3'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const isWaiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction' and query like 'update%note%'`.execute(
        db,
      );

      return rows[0]?.n;
    };
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(1);
    const hanging = hangingOrders(() => Promise.resolve());
    const repeated = tablesOf(db, hanging).edit('orders', {
      row: 3,
      column: 'note',
      value: 'written',
      expected: 'before',
    });
    // It waits for the lock of the other.
    expect(await Promise.race([repeated, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe(
      'waits',
    );
    child.kill('SIGKILL');
    await once(child, 'close');
    expect((await repeated).row).toMatchObject({ note: 'written' });
    expect(await stored(3, 'note')).toBe('written');
  });

  it('lets exactly one of five connections win, repeatedly', async () => {
    await db.updateTable('orders').set({ note: 'first' }).where('id', '=', 4).execute();
    for (let round = 0; round < 30; round++) {
      const expected = await stored(4, 'note');
      const edits = [1, 2, 3, 4, 5].map((each) =>
        tablesOf(
          db,
          hangingOrders(() => Promise.resolve()),
        ).edit('orders', {
          row: 4,
          column: 'note',
          value: `${round}-${each}`,
          expected,
        }),
      );
      const all = await Promise.allSettled(edits);
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
