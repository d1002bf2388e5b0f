import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type TableDefinition, type Tables } from '../src/index.ts';
import { sortedBy } from './orderedBySql.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { countBySql, idsBySql, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const searched = ['orders.number', 'orders.note', 'customers.name', 'countries.name'];

const definition = (more: Partial<TableDefinition> = {}, columns: readonly string[] = searched) => ({
  ...defineTable({
    template: {
      routePrefix: 'found',
      comparisonOperator: 'LIKE',
      lengthMenu: [10, 25, 1000],
      columns: [
        ...columns.map((data) => ({
          label: data,
          name: data.replace('.', '_'),
          data,
          meta: ['searchable', 'sortable', 'filterable'],
        })),
        { label: 'Status', name: 'status', data: 'orders.status', meta: ['filterable'] },
        { label: 'Total', name: 'total', data: 'orders.total', meta: ['total'] },
        { label: 'Quantity', name: 'quantity', data: 'orders.quantity', meta: ['average'] },
      ],
    },
    query: (db: Kysely<Shop>) =>
      db
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .leftJoin('countries', 'countries.id', 'customers.country_id')
        .select([
          'orders.id as dtRowId',
          'orders.number as orders_number',
          'orders.note as orders_note',
          'customers.name as customers_name',
          'countries.name as countries_name',
          'orders.status',
          'orders.total',
          'orders.quantity',
        ]),
  }),
  ...more,
});

/** Of what is sent for a request; the catalogue is read by unions, too. */
const isInBranches = (statement: string) =>
  statement.includes(' union all ') && !statement.includes('information_schema');

const from =
  'orders left join customers on customers.id = orders.customer_id left join countries on countries.id = customers.country_id';

describe.each(dialects)('search across joined tables on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const { db } = database;
    await createShop(db, dialect);
    await fillShop(db, dialect, 1200);
    if (dialect === 'postgres') {
      await indexTrigrams(db);
      await seemLarge(db, 'orders', 'customers');
    }
    tables = tablesOf(db, definition());
  });

  afterAll(() => database.destroy());

  it('returns the rows, counts and totals of a plain statement, each row once', async () => {
    const words = [
      'a',
      'Ada',
      'R-000',
      '037',
      'R-0',
      '7',
      'ree',
      'Japan',
      "O'N",
      '100%',
      'back\\',
      'Ωμ',
      '東',
      'zz',
      'plain',
    ];
    const requests = fc.record({
      terms: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
      mode: fc.constantFrom('full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'),
      status: fc.option(fc.constantFrom('new', 'paid')),
      sort: fc.option(fc.constantFrom('orders_number', 'customers_name')),
      direction: fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
      start: fc.constantFrom(0, 0, 10, 40, 1000),
    });

    await fc.assert(
      fc.asyncProperty(requests, async ({ terms, mode, status, sort, direction, start }) => {
        const where = plainly(mode === 'full' ? terms : [terms.join(' ')], mode, status, dialect);
        const data = sort?.replace('_', '.');
        // PostgreSQL takes null for the largest value, the others for the smallest.
        const nullsLast = (dialect === 'postgres') === (direction === 'ASC');
        const order = data
          ? `case when ${data} is null then ${nullsLast ? 1 : 0} else ${nullsLast ? 0 : 1} end, ${data} ${direction}, orders.id ${direction}`
          : 'orders.id asc';
        const all = await idsBySql(
          database.db,
          `select orders.id as id from ${from} where ${where} order by ${order}`,
        );
        const response = await tables.data('found', {
          columns: sort ? sortedBy([sort, direction]) : [],
          filters: status === null ? null : { orders: { status } },
          meta: { search: terms.join(' '), searchMode: mode, start, length: 25, sort: sort !== null },
        });
        const summed = await sql<{
          total: string | number | null;
          quantity: string | number | null;
        }>`${sql.raw(
          `select sum(orders.total) as total, avg(orders.quantity) as quantity from ${from} where ${where}`,
        )}`.execute(database.db);

        expect(idsOf(response)).toEqual(all.slice(start, start + 25));
        expect(response.filtered).toBe(all.length);
        expect(Number(response.total.total ?? 0)).toBeCloseTo(Number(summed.rows[0]?.total ?? 0), 2);
        expect(Number(response.total.quantity ?? 0)).toBeCloseTo(Number(summed.rows[0]?.quantity ?? 0), 3);
      }),
      { numRuns: 60 },
    );
  });

  it('is taken apart where indexes find the texts, and nowhere else', async () => {
    const sent = async (of: Tables, meta: Record<string, unknown> = {}, start = 0) => {
      database.statements();
      const { filtered } = await of.data('found', { meta: { search: 'Ada', length: 25, start, ...meta } });

      return { filtered, branches: database.statements().some(isInBranches) };
    };
    const filtered = await countBySql(database.db, from, plainly(['Ada'], 'full', null, dialect));
    const isIndexed = dialect === 'postgres';

    expect(filtered).toBeGreaterThan(0);
    expect(await sent(tables)).toEqual({ filtered, branches: isIndexed });
    expect(await sent(tables, { searchMode: 'doesntContain' })).toMatchObject({ branches: false });
    // Too short for the index.
    expect(await sent(tables, { search: 'Ad' })).toMatchObject({ branches: false });
    expect(await sent(tables, { search: 'Ad R-00' })).toMatchObject({ branches: false });
    // Statuses are searched without an index: all has to be read anyway.
    expect(await sent(tablesOf(database.db, definition({}, [...searched, 'orders.status'])))).toEqual({
      filtered,
      branches: false,
    });
    // One table alone needs no branches.
    expect(await sent(tablesOf(database.db, definition({}, ['orders.number'])))).toMatchObject({
      branches: false,
    });
  });

  it('finds whole keys by their index, and compares no key with a text', async () => {
    const keyed = tablesOf(database.db, definition({ searchKeys: ['orders.id', 'customers.country_id'] }));
    for (const term of ['137', 'Ada', '99999999999']) {
      database.statements();
      const { filtered } = await keyed.data('found', { meta: { search: term } });
      const statements = database.statements().filter((statement) => statement.includes('from'));
      const isKey = /^\d{1,5}$/.test(term);
      const keys = isKey ? ` or orders.id = ${term} or customers.country_id = ${term}` : '';
      const where = `(${plainly([term], 'full', null, dialect)}${keys})`;

      expect([term, filtered]).toEqual([term, await countBySql(database.db, from, where)]);
      expect([term, statements.some(isInBranches)]).toEqual([
        term,
        dialect === 'postgres' && !/^\d/.test(term),
      ]);
      if (term === 'Ada')
        expect(statements.some((statement) => /country_id.? in/.test(statement))).toBe(false);
    }
    // All keys have an index.
    const own = tablesOf(database.db, definition({ searchKeys: ['orders.id'] }));
    database.statements();
    const { filtered } = await own.data('found', { meta: { search: '137' } });
    expect(database.statements().some(isInBranches)).toBe(dialect === 'postgres');
    const where = `(${plainly(['137'], 'full', null, dialect)} or orders.id = 137)`;
    expect(filtered).toBe(await countBySql(database.db, from, where));
  });

  it('counts rows whose identifiers are not unique as often as they match', async () => {
    const customers = tablesOf(
      database.db,
      definition({
        query: ((db: Kysely<Shop>) =>
          db
            .selectFrom('customers')
            .leftJoin('orders', 'orders.customer_id', 'customers.id')
            .leftJoin('countries', 'countries.id', 'customers.country_id')
            .select([
              'customers.id as dtRowId',
              'orders.number as orders_number',
              'orders.note as orders_note',
              'customers.name as customers_name',
              'countries.name as countries_name',
              'orders.status',
              'orders.total',
              'orders.quantity',
            ])) as TableDefinition['query'],
      }),
    );
    const where = plainly(['R-00'], 'full', null, dialect);
    const expected = await countBySql(
      database.db,
      'customers left join orders on orders.customer_id = customers.id left join countries on countries.id = customers.country_id',
      where,
    );
    const { filtered, data } = await customers.data('found', { meta: { search: 'R-00', length: 1000 } });

    expect(expected).toBeGreaterThan(10);
    expect([filtered, data.length]).toEqual([expected, Math.min(expected, 1000)]);
  });
});

async function indexTrigrams(db: Kysely<Shop>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const data of searched) {
    const [table = '', column = ''] = data.split('.');
    await sql`create index on ${sql.table(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(db);
  }
}

/** Makes the database believe that there are many rows; it takes tables of few to be read whole. */
async function seemLarge(db: Kysely<Shop>, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
    await sql`update pg_class set reltuples = 500000 where oid = ${table}::regclass`.execute(db);
  }
}

/** The condition of a search, spelled out without the engine. */
function plainly(terms: readonly string[], mode: string, status: string | null, dialect: string): string {
  const quoted = (text: string) => {
    const literal = text.replaceAll("'", "''");

    return `'${dialect === 'mysql' ? literal.replaceAll('\\', '\\\\') : literal}'`;
  };
  const like = (column: string, term: string) => {
    const text = term.replace(/[!%_]/g, '!$&');
    const start = mode === 'startsWith' || mode === 'exactMatch' ? '' : '%';
    const end = mode === 'endsWith' || mode === 'exactMatch' ? '' : '%';

    return `coalesce(${column}, '') like ${quoted(`${start}${text}${end}`)} escape '!'`;
  };
  const conditions = terms.map((term) =>
    mode === 'doesntContain'
      ? `not (${searched.map((column) => like(column, term)).join(' or ')})`
      : `(${searched.map((column) => like(column, term)).join(' or ')})`,
  );

  return [...conditions, ...(status === null ? [] : [`orders.status = ${quoted(status)}`])].join(' and ');
}
