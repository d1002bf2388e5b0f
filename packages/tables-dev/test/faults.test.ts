import { createTables, type TableDefinition, tableConfig } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createShop, ordersTable, ordersTemplate, type Shop } from '../../tables/test/shop.ts';
import { distinctTable } from '../../tables/test/summaries.ts';
import { type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { checkTables } from '../src/index.ts';

describe.each(dialects)('faults of tables on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
  });

  afterAll(() => database.destroy());

  const faultsOf = (...definitions: TableDefinition[]) =>
    checkTables(
      createTables({
        db: database.db,
        definitions,
        development: false,
        // Faults are reported regardless of what the application does about them at its start.
        config: tableConfig({ validations: 'local' }),
        routes: { find: () => null, names: () => [] },
      }),
    );
  const [first, ...others] = ordersTemplate.columns;
  const sound = { ...ordersTemplate, filters: [] };

  it('are reported for all tables together, each with file, path, problem and remedy', async () => {
    const misspelt = { ...sound, routePrefix: 'misspelt', columns: [{ ...first, lable: 'x' }, ...others] };
    const unknown = {
      ...sound,
      routePrefix: 'unknown',
      columns: [{ ...first, data: 'orders.numbre' }, ...others],
    };
    const [schema, query] = await Promise.all([
      faultsOf(ordersTable(misspelt as never, { source: 'misspelt.json' })),
      checkTables(
        createTables({
          db: database.db,
          definitions: [
            ordersTable(unknown as never, { source: 'unknown.json' }),
            ordersTable(sound as never),
          ],
        }),
      ),
    ]);

    expect(schema).toMatchObject([{ table: 'misspelt', source: 'misspelt.json' }]);
    expect(schema[0]?.faults.map(({ code, path }) => [code, path])).toEqual(
      expect.arrayContaining([
        ['unknown_key', 'columns[0].lable'],
        // The routes of the table itself are not there, either.
        ['unknown_route', 'routePrefix'],
      ]),
    );
    expect(query).toMatchObject([
      {
        source: 'unknown.json',
        faults: [
          { path: 'columns[0].data', code: 'unknown_column', remedy: 'Did you mean "orders.number"?' },
        ],
      },
      { table: 'orders', faults: [] },
    ]);
  });

  it.each<[string, (db: Kysely<Shop>) => unknown, string, string]>([
    [
      'selects',
      (db) => db.selectFrom('orders').select(['orders.id as dtRowId', sql.ref('orders.numbre').as('number')]),
      'orders.numbre',
      'orders.number',
    ],
    [
      'compares',
      (db) =>
        db
          .selectFrom('orders')
          .select(['orders.id as dtRowId', 'orders.number'])
          .where(sql.ref('orders.statsu'), '=', 'paid'),
      'orders.statsu',
      'orders.status',
    ],
    [
      'joins by',
      (db) =>
        db
          .selectFrom('orders')
          .leftJoin('customers', (join) =>
            join.on(sql.ref('customers.idd'), '=', sql.ref('orders.customer_id')),
          )
          .select(['orders.id as dtRowId', 'orders.number']),
      'customers.idd',
      'customers.id',
    ],
    [
      'selects without its table',
      (db) => db.selectFrom('orders').select(['orders.id as dtRowId', sql`numbre`.as('number')]),
      'numbre',
      'number',
    ],
  ])('are one for a misspelt column that the query %s', async (_, query, column, suggestion) => {
    const names = ['number', 'status', 'total', 'note', 'quantity'];
    const template = {
      routePrefix: 'misspelt',
      columns: names.map((name) => ({ label: name, name, data: `orders.${name}` })),
    };
    const [checked] = await checkTables(
      createTables({ db: database.db, definitions: [{ template, query } as unknown as TableDefinition] }),
    );
    expect(checked?.faults).toMatchObject([{ path: '', code: 'unknown_column', suggestion }]);
    expect(checked?.faults[0]?.problem).toBe(
      `The query names the column "${column}", which the database does not know.`,
    );
  });

  it('are reported for two tables with the same name, and for a template without one', async () => {
    const reported = await checkTables(
      createTables({
        db: database.db,
        definitions: [
          ordersTable(sound as never),
          ordersTable(sound as never),
          ordersTable({ ...sound, routePrefix: undefined } as never),
        ],
      }),
    );

    expect(reported.map(({ table, faults }) => [table, faults.map(({ code }) => code)])).toEqual([
      ['orders', []],
      ['orders', ['duplicate']],
      [null, ['missing']],
    ]);
  });

  it('are reported for columns that rows cannot be grouped by', async () => {
    const groupable = (name: string, tag: 'datetime' | 'sortable') => ({
      ...sound,
      routePrefix: name,
      columns: [{ label: 'X', name: 'number', data: `orders.${name}`, meta: ['groupable', tag] }],
    });
    const reported = await checkTables(
      createTables({
        db: database.db,
        definitions: [
          ordersTable(groupable('status', 'datetime') as never),
          { ...distinctTable(), template: groupable('number', 'sortable') as never },
        ],
      }),
    );

    expect(
      reported.map(({ faults }) => faults.find(({ path }) => path === 'columns[0].meta')?.problem),
    ).toEqual([
      'The column "number" is grouped by steps of dates, but has text values in the database.',
      'The column "number" is tagged "groupable", but the query is grouped or distinct.',
    ]);
  });
});
