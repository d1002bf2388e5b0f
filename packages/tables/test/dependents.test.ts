import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, defineTable, type TableDefinition, type Tables } from '../src/index.ts';
import { createOffice, type Office, office, officeRoutes } from './office.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

describe.each(dialects)('what depends on a record, on %s', (dialect) => {
  let database: LoggedDatabase<Office>;
  let db: Kysely<Office>;
  let tables: Tables;
  const tablesFor = (definitions: readonly TableDefinition[], hidden: readonly string[] = []) =>
    createTables({
      db,
      definitions,
      routes: officeRoutes,
      permits: (_user, name) => !hidden.includes(name),
    });
  beforeAll(async () => {
    database = await loggedDatabase<Office>(dialect);
    ({ db } = database);
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createOffice(db);
    tables = tablesFor(Object.values(office));
  });
  afterAll(() => database.destroy());

  const deletion = (id: string, row: string, of = tables) => of.records.deletion(id, row, 'ada');
  const summary = async (id: string, row: string, of = tables) => {
    const { dependents, ...rest } = await deletion(id, row, of);

    return {
      ...rest,
      rows: dependents.map(({ table, onDelete, count }) => [table, onDelete, count]),
    };
  };

  it('is counted by foreign key, with what the database does', async () => {
    expect(await summary('customers', '1')).toEqual({
      refused: true,
      rows: [
        ['notes', 'setNull', 2],
        ['orders', 'restrict', 2],
      ],
    });
    expect(await summary('orders', '10')).toEqual({ rows: [['lines', 'cascade', 3]] });
    expect(await summary('customers', '3')).toEqual({ rows: [] });
  });

  it('has filters that select the rows', async () => {
    const { dependents } = await deletion('customers', '1');
    const orders = dependents.find(({ table }) => table === 'orders');
    expect(orders).toMatchObject({ name: 'Orders', as: 'Customer' });
    const [filter] = orders?.filters ?? [];
    expect([filter?.data, Number(filter?.value)]).toEqual(['orders.customer_id', 1]);
    const { data } = await tables.data('orders', { internalFilters: orders?.filters ?? [] }, 'ada');
    expect(data).toHaveLength(orders?.count ?? 0);
  });

  it('includes what refers to records that are deleted with it', async () => {
    // Order lines follow the order, and what was said about them follows the lines.
    await db
      .insertInto('remarks')
      .values([{ id: 1, order_id: 10, line: 2 }])
      .execute();
    expect(await summary('orders', '10')).toEqual({
      rows: [
        ['lines', 'cascade', 3],
        ['remarks', 'cascade', 1],
      ],
    });
    const { dependents } = await deletion('orders', '10');
    expect(dependents.map(({ filters }) => filters.length)).toEqual([1, 0]);
  });

  it('is found by keys of several columns', async () => {
    const { dependents } = await deletion('lines', '10,2');
    expect(dependents).toMatchObject([{ table: 'remarks', count: 1, onDelete: 'cascade' }]);
    expect(dependents[0]?.filters.map(({ data, value }) => [data, Number(value)])).toEqual([
      ['remarks.order_id', 10],
      ['remarks.line', 2],
    ]);
    expect((await deletion('lines', '10,1')).dependents).toEqual([]);
  });

  it('may be in the same table, at every level and without the record itself', async () => {
    // 1 is the parent of itself and of 2 and 3, and 3 of 4.
    expect(await summary('groups', '1')).toEqual({ rows: [['groups', 'cascade', 3]] });
    expect(await summary('groups', '4')).toEqual({ rows: [] });
  });

  it('is only mentioned where the user sees no rows of it, and only if it prevents the deletion', async () => {
    const without = tablesFor([office.customers, office.lines]);
    expect(await summary('customers', '1', without)).toEqual({ others: true, refused: true, rows: [] });
    const refused = tablesFor(Object.values(office), ['orders.tableData', 'notes.tableData']);
    expect(await summary('customers', '1', refused)).toEqual({ others: true, refused: true, rows: [] });
    const error = await refusal(refused.records.delete('customers', '1', undefined, 'ada'));
    expect(error.extensions).toEqual({ dependents: [], others: true, refused: true });
    // Customer 2 has notes only, whose reference is set to null.
    expect(await summary('customers', '2', refused)).toEqual({ rows: [] });
  });

  it('is counted as far as the query of the user returns it', async () => {
    const own = {
      ...office.orders,
      ...defineTable({
        template: office.orders.template as never,
        query: (own: Kysely<Office>) =>
          own
            .selectFrom('orders')
            .where('orders.number', '=', 'A-1')
            .select(['orders.id as dtRowId', 'orders.number']),
      }),
    };
    const limited = tablesFor([...Object.values({ ...office, orders: own })]);
    const { dependents, others } = await deletion('customers', '1', limited);
    expect(dependents.find(({ table }) => table === 'orders')?.count).toBe(1);
    expect(others).toBe(true);
  });

  it('is nothing for a record that is only marked as deleted', async () => {
    const soft = {
      ...office.customers,
      records: { ...office.customers.records, delete: { soft: 'gone_at' } },
    };
    expect(await deletion('customers', '1', tablesFor([soft as TableDefinition, office.orders]))).toEqual({
      dependents: [],
      soft: true,
    });
  });

  it('is not foreseen to refuse a deletion whose function may change it', async () => {
    const changed = {
      ...office.customers,
      records: {
        ...office.customers.records,
        delete: {
          before: async ({ db: own }: { db: Kysely<Office> }) => {
            await own.deleteFrom('orders').where('customer_id', '=', 4).execute();
          },
        },
      },
    } as TableDefinition;
    const changing = tablesFor([changed, office.orders]);
    expect(await summary('customers', '4', changing)).toEqual({ rows: [['orders', 'restrict', 1]] });
    await changing.records.delete('customers', '4', undefined, 'ada');
    expect(await db.selectFrom('orders').where('customer_id', '=', 4).selectAll().execute()).toEqual([]);
  });

  it('needs a row that the user sees, of a table whose records may be deleted', async () => {
    await expect(deletion('customers', '99')).rejects.toMatchObject({ code: 'tables.row_not_found' });
    await expect(deletion('remarks', '1')).rejects.toMatchObject({ code: 'tables.not_found' });
  });

  it('is listed by the refusal, also for rows that were added meanwhile', async () => {
    expect(await summary('customers', '3')).toEqual({ rows: [] });
    await db.insertInto('orders').values({ id: 30, number: 'C-1', customer_id: 3 }).execute();
    const error = await refusal(tables.records.delete('customers', '3', undefined, 'ada'));
    expect([error.status, error.code]).toEqual([422, 'tables.edit_refused']);
    expect(error.extensions).toMatchObject({
      dependents: [{ table: 'orders', count: 1, onDelete: 'restrict' }],
    });
    await db.deleteFrom('orders').where('id', '=', 30).execute();
    await tables.records.delete('customers', '3', undefined, 'ada');
    expect(await db.selectFrom('customers').where('id', '=', 3).selectAll().execute()).toEqual([]);
  });

  it('leaves out rows that the connection cannot read, and reports why', async () => {
    const errors: unknown[] = [];
    const reporting = createTables({
      ...{ db, definitions: [office.customers], routes: officeRoutes },
      onBackgroundError: (error) => void errors.push(error),
    });
    await sql`create table tags (id integer primary key, customer_id integer not null,
      foreign key (customer_id) references customers (id))`.execute(db);
    await sql`insert into tags values (1, 2)`.execute(db);
    const before = await deletion('customers', '2', reporting);
    expect(before).toEqual({ dependents: [], others: true, refused: true });
    await sql`drop table tags`.execute(db);
    expect(await deletion('customers', '2', reporting)).toEqual({ dependents: [] });
    expect(errors).toHaveLength(1);
  });

  it.runIf(dialect === 'sqlite')('is nothing while the connection enforces no foreign keys', async () => {
    await sql`pragma foreign_keys = off`.execute(db);
    expect(await summary('customers', '1', tablesFor(Object.values(office)))).toEqual({ rows: [] });
    await sql`pragma foreign_keys = on`.execute(db);
  });
});
