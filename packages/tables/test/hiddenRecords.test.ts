import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installRowCounts } from '../src/index.ts';
import { loggedDatabase } from './support.ts';

interface Shop {
  orders: { id: number; total: number };
}

describe.skipIf(!dialects.includes('mysql'))('records of changes on mysql', () => {
  it('are not diverted into a temporary table: the write is refused', async () => {
    const database = await loggedDatabase<Shop>('mysql');
    const { db } = database;
    const run = (statement: string, on: Kysely<Shop> = db) => sql.raw(statement).execute(on);
    try {
      await run('create table orders (id integer primary key, total integer not null)');
      await installRowCounts(db, ['orders(total)']);
      await run('insert into orders values (1, 1)');
      await db.connection().execute(async (connection) => {
        await run(
          'create temporary table rowhouse_row_changes (id bigint auto_increment primary key, source varchar(191), delta bigint)',
          connection,
        );
        const refused = /temporary table/;
        await expect(run('insert into orders values (2, 2)', connection)).rejects.toThrow(refused);
        await expect(run('update orders set total = 5', connection)).rejects.toThrow(refused);
        await expect(run('delete from orders', connection)).rejects.toThrow(refused);
        await run('drop temporary table rowhouse_row_changes', connection);
        await run('insert into orders values (2, 2)', connection);
      });
      const { rows } = await sql<{
        delta: number;
      }>`select delta from rowhouse_row_changes order by id`.execute(db);
      expect(rows.map(({ delta }) => Number(delta))).toEqual([1, 1]);
    } finally {
      await database.destroy();
    }
  });
});
