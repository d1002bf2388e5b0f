import { defineTable, type TableDefinition, type Tables } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import { prepareRepeated } from '../src/index.ts';
import { tablesOf } from './support.ts';

interface Stock {
  items: { id: number; name: string; amount: number; state: string };
}

let database: TestDatabase<Stock>;
let db: Kysely<Stock>;
let tables: Tables;
let writes = 0;
beforeEach(async () => {
  database = await createTestDatabase<Stock>('postgres');
  await run(`create type state as enum ('new', 'sold')`);
  await run(
    `create table items (id serial primary key, name varchar(40) not null, amount integer not null, state state not null)`,
  );
  const pool = prepareRepeated(new Pool({ connectionString: database.url, max: 2 }));
  db = new Kysely<Stock>({ dialect: new PostgresDialect({ pool }) });
  tables = tablesOf(db, items);
});
afterEach(async () => {
  await db.destroy();
  await database.destroy();
});

const items = defineTable({
  template: {
    routePrefix: 'items',
    columns: ['name', 'amount', 'state'].map((name) => ({ label: name, name, data: `items.${name}` })),
  },
  query: (from: Kysely<Stock>) =>
    from.selectFrom('items').select(['items.id as dtRowId', 'items.name', 'items.amount', 'items.state']),
  records: { fields: { name: true, amount: true, state: true }, create: true, update: true },
} as TableDefinition);

/** By connections that prepare nothing. */
const run = (statement: string) => sql.raw(statement).execute(database.db);

/** Creates and changes records until their statements are prepared on the connections, and checks what is stored. */
async function write(state = 'sold'): Promise<void> {
  for (let time = 0; time < 5; time++) {
    const number = ++writes;
    const created = await tables.records.create('items', {
      values: { name: `Item ${number}`, amount: number, state: 'new' },
    });
    const row = String(created.dtRowId);
    const { row: shown } = await tables.records.update('items', {
      row,
      values: { amount: number + 1, state },
      expected: { amount: String(number) },
    });
    expect(shown).toMatchObject({ name: `Item ${number}`, state });
    const { rows } =
      await sql`select name, amount::text, state::text from items where id = ${Number(row)}`.execute(
        database.db,
      );
    expect(rows).toEqual([{ name: `Item ${number}`, amount: String(number + 1), state }]);
  }
}

it('prepares the statements of a record by its key, and no other ones with parameters', async () => {
  for (let round = 0; round < 3; round++) await write();
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  const kinds = rows.map(({ statement }) => /^\/\* by key \*\/\s+(\w+)/.exec(statement)?.[1] ?? statement);
  expect(kinds.toSorted()).toEqual(['insert', 'select', 'select', 'select', 'update']);
});

it.each([
  ['the type of a column changes', 'alter table items alter column amount type bigint'],
  ['a text becomes longer', 'alter table items alter column name type text'],
  ['a column is added', 'alter table items add column note text'],
  [
    'a column is renamed and replaced',
    'alter table items drop column amount, add column amount numeric(12, 0) not null default 0',
  ],
  ['an index appears', 'create index on items (name)'],
  ['the key goes', 'alter table items drop constraint items_pkey, add primary key (id)'],
])('writes on after %s', async (_, change) => {
  await write();
  await write();
  await run(change);
  await write();
});

it('writes on after the type of an enumeration is replaced', async () => {
  await write();
  await write();
  await run(`alter type state rename to old_state; create type state as enum ('new', 'lost');
    update items set state = 'new';
    alter table items alter column state type state using state::text::state; drop type old_state`);
  tables = tablesOf(db, items);
  await write('lost');
});

it('writes on after connections have discarded their statements', async () => {
  await write();
  await write();
  await Promise.all([1, 2].map(() => sql`discard all`.execute(db)));
  await write();
});

it('refuses what the database refuses, as without preparation', async () => {
  await write();
  await run('alter table items add check (amount < 1000)');
  const create = (amount: number) =>
    tables.records.create('items', { values: { name: 'Many', amount, state: 'new' } });
  await expect(create(5000)).rejects.toMatchObject({ code: 'tables.invalid_request' });
  await run('revoke all on items from public');
  await create(5);
});
