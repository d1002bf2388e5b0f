import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { checkTables } from '@rowhouse/tables-dev';
import { introspectTables } from '@rowhouse/tables-dev/introspect';
import { type Kysely, sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, installActionRuns, type TableDefinition, type TemplateJson } from '../src/index.ts';
import { summariesOf } from './summaries.ts';
import { idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Bank {
  countries: { code: string; label: string };
  customers: { id: number; name: string | null; email: string; country: string };
  orders: { id: number; customer_id: number | null; total: number };
}

const column = (name: string, data: string, ...meta: string[]) => ({ label: name, name, data, meta });
const template = {
  routePrefix: 'orders',
  name: 'Orders',
  crtNo: false,
  lengthMenu: [2, 100, 1000],
  columns: [
    column('customer', 'customers.name', 'groupable', 'searchable', 'sortable'),
    column('email', 'customers.email', 'groupable'),
    column('country', 'customers.country', 'groupable'),
    column('land', 'countries.label', 'groupable'),
    column('total', 'orders.total', 'total', 'sortable'),
  ],
} as unknown as TemplateJson;

const bank = (more: Partial<TableDefinition> = {}): TableDefinition => ({
  ...defineTable({
    template,
    query: (db: Kysely<Bank>) =>
      db
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .leftJoin('countries', 'countries.code', 'customers.country')
        .select(['orders.id as dtRowId', 'customers.name as customer', 'customers.email'])
        .select(['customers.country', 'countries.label as land', 'orders.total']),
  }),
  ...more,
});

const ewa = 'Ewa Bąk';

describe.each(dialects)('groups of records on %s', (dialect) => {
  let database: LoggedDatabase<Bank>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const { db } = database;
    await db.schema
      .createTable('countries')
      .addColumn('code', 'varchar(2)', (code) => code.primaryKey())
      .addColumn('label', 'varchar(40)', (label) => label.notNull())
      .execute();
    await db.schema
      .createTable('customers')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('name', 'varchar(40)')
      .addColumn('email', 'varchar(40)', (email) => email.notNull())
      .addColumn('country', 'varchar(2)', (country) => country.references('countries.code').notNull())
      .execute();
    await db.schema
      .createTable('orders')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('customer_id', 'integer', (id) => id.references('customers.id'))
      .addColumn('total', 'integer', (total) => total.notNull())
      .execute();
    await db
      .insertInto('countries')
      .values([
        { code: 'GE', label: 'Georgia' },
        { code: 'US', label: 'Georgia' },
        { code: 'PL', label: 'US' },
      ])
      .execute();
    await db
      .insertInto('customers')
      .values([
        { id: 7, name: ewa, email: 'a@x.test', country: 'PL' },
        { id: 8, name: 'Adam', email: 'shared@x.test', country: 'US' },
        { id: 9, name: ewa, email: 'shared@x.test', country: 'GE' },
        { id: 10, name: null, email: 'd@x.test', country: 'PL' },
      ])
      .execute();
    await db
      .insertInto('orders')
      .values(
        [7, 9, 7, 8, null, 9, 7, 10].map((customer_id, index) => ({
          id: index + 1,
          customer_id,
          total: 10 ** index,
        })),
      )
      .execute();
  });

  afterAll(() => database.destroy());

  const grouped = (levels: object[], meta: object = {}, more: Partial<TableDefinition> = {}) =>
    summariesOf(tablesOf(database.db, bank(more))).groups(levels, meta);
  const rowsOf = async (
    columns: readonly string[],
    groupPath: readonly unknown[],
    more: Partial<TableDefinition> = {},
  ) => {
    const rows = await tablesOf(database.db, bank(more)).data('orders', {
      meta: { groups: columns.map((name) => ({ column: name })), groupPath, length: 100 },
    });

    return { ids: idsOf(rows).toSorted((a, b) => a - b), total: rows.total.total };
  };

  it('are one for each record, and each opens its own rows', async () => {
    const { groups, count } = await grouped([{ column: 'customer' }]);

    expect(groups.map(({ value, label, count: n, ambiguous }) => [value, label, n, ambiguous])).toEqual([
      [8, 'Adam', 1, undefined],
      [7, ewa, 3, true],
      [9, ewa, 2, true],
      [10, null, 1, undefined],
      [null, null, 1, undefined],
    ]);
    expect(count).toBe(5);
    for (const { value, total } of groups) {
      const expected = { 8: [4], 7: [1, 3, 7], 9: [2, 6], 10: [8], null: [5] }[String(value)];
      expect(await rowsOf(['customer'], [value])).toEqual({ ids: expected, total: total.total });
    }
  });

  it('keep their order over pages, whatever they are sorted by', async () => {
    const orders = [
      { sort: { direction: 'DESC' }, values: [9, 7, 8, 10, null] },
      { sort: { by: 'count', direction: 'DESC' }, values: [7, 9, 8, 10, null] },
      { sort: { by: 'total' }, values: [8, null, 9, 7, 10] },
    ];
    for (const { sort, values } of orders) {
      const found: unknown[] = [];
      for (const start of [0, 2, 4]) {
        const page = await grouped([{ column: 'customer' }], { groupSort: sort, start, length: 2 });
        found.push(...page.groups.map(({ value }) => value));
        expect(page.groups.every(({ label, ambiguous }) => (label === ewa) === (ambiguous ?? false))).toBe(
          true,
        );
      }
      // Labels in descending order have descending keys.
      expect(found.slice().sort()).toEqual(values.slice().sort());
      expect(found).toEqual(values);
    }
  });

  it('are groups within others, and contain others', async () => {
    const levels = [{ column: 'country' }, { column: 'customer' }];
    const inside = await grouped(levels, { groupPath: ['PL'] });
    expect(inside.groups.map(({ value, ambiguous }) => [value, ambiguous])).toEqual([
      [7, undefined],
      [10, undefined],
    ]);
    expect((await rowsOf(['country', 'customer'], ['PL', 7])).ids).toEqual([1, 3, 7]);

    const around = await grouped(levels.toReversed(), { groupPath: [9] });
    expect(around.groups.map(({ value, count }) => [value, count])).toEqual([['GE', 2]]);
  });

  it('open all records of a label that an older link names', async () => {
    expect((await rowsOf(['customer'], [ewa])).ids).toEqual([1, 2, 3, 6, 7]);
    const inside = await grouped([{ column: 'customer' }, { column: 'country' }], { groupPath: [ewa] });
    expect(inside.groups.map(({ value }) => value)).toEqual(['GE', 'PL']);
  });

  it('are those of the column that the definition names', async () => {
    const groupKeys = { email: 'orders.customer_id', land: 'countries.code', customer: null };
    const values = async (name: string) =>
      (await grouped([{ column: name }], {}, { groupKeys })).groups.map(({ value }) => value);

    expect(await values('email')).toEqual([7, 10, 8, 9, null]);
    expect(await values('land')).toEqual(['GE', 'US', 'PL', null]);
    expect(await values('customer')).toEqual(['Adam', ewa, null]);
    expect((await rowsOf(['land'], ['US'], { groupKeys })).ids).toEqual([4]);
  });

  it('are those of the foreign key that an edit writes', async () => {
    const edit = { columns: { email: { column: 'orders.customer_id', references: 'customers.id' } } };
    const columns = template.columns.map((one) =>
      one.name === 'email' ? { ...one, meta: ['groupable', 'editable'] } : one,
    );
    const { groups } = await grouped(
      [{ column: 'email' }],
      {},
      { edit, template: { ...template, columns } as unknown as TemplateJson },
    );

    expect(groups.map(({ value, label }) => [value, label])).toEqual([
      [7, 'a@x.test'],
      [10, 'd@x.test'],
      [8, 'shared@x.test'],
      [9, 'shared@x.test'],
      [null, null],
    ]);
  });

  it('have their columns checked with the definition', async () => {
    const groupKeys = { custmer: 'orders.customer_id', email: 'orders.customer' };
    const [report] = await checkTables(tablesOf(database.db, bank({ groupKeys })));

    expect(report?.faults.map(({ path, problem, remedy }) => `${path}: ${problem} ${remedy}`)).toEqual([
      'groupKeys.custmer: "custmer" is not a column of the template. Did you mean "customer"?',
      expect.stringContaining('groupKeys.email: The query does not know the column "orders.customer". '),
    ]);
  });

  it('are not made of categories', async () => {
    const { groups } = await grouped([{ column: 'country' }]);
    expect(groups.map(({ value, label }) => [value, label])).toEqual([
      ['GE', 'GE'],
      ['PL', 'PL'],
      ['US', 'US'],
      [null, null],
    ]);
    const emails = await grouped([{ column: 'email' }]);
    expect(emails.groups.map(({ value }) => value)).toEqual(['a@x.test', 'd@x.test', 'shared@x.test', null]);
  });

  it('are named in files with their keys where names are equal', async () => {
    const exported = async (format: 'csv' | 'xlsx', groupPath: readonly unknown[] = []) => {
      const output = new PassThrough();
      const meta = { groups: [{ column: 'customer' }], groupPath };
      const payload = { grouped: true, exported: ['email', 'total'], meta };
      const [file] = await Promise.all([
        buffer(output),
        tablesOf(database.db, bank()).exportRows('orders', payload, null, { output, format }),
      ]);

      return file;
    };
    const sheet = (await readSheet(await exported('xlsx'))) as unknown[][];
    const heads = sheet.slice(1).filter(([, rows]) => rows !== null);
    expect(heads.map(([label, rows, , total]) => [label, rows, Number(total)])).toEqual([
      ['Adam', 1, 1_000],
      [`${ewa} (7)`, 3, 1_000_101],
      [`${ewa} (9)`, 2, 100_010],
      ['10', 1, 10_000_000],
      ['empty', 1, 10_000],
    ]);

    const lines = (await exported('csv')).toString('utf8').trimEnd().split('\r\n').slice(1);
    expect(Map.groupBy(lines, (line) => line.split(',')[0]).get(`${ewa} (9)`)).toHaveLength(2);
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Adam',
      ...Array(3).fill(`${ewa} (7)`),
      ...Array(2).fill(`${ewa} (9)`),
      '10',
      '',
    ]);
    expect((await exported('csv', [9])).toString('utf8').match(/shared@x\.test/g)).toHaveLength(2);
  });

  it('are what an action handles', async () => {
    const handled: number[] = [];
    const button = {
      type: 'global',
      icon: 'check',
      label: 'Close',
      action: 'ajax',
      method: 'PATCH',
    } as const;
    const closing = bank({
      template: {
        ...template,
        buttons: [{ ...button, class: 'is-info', routeSuffix: 'close' }],
      } as TemplateJson,
      actions: { close: { row: ({ dtRowId }) => void handled.push(Number(dtRowId)) } },
    });
    const meta = { groups: [{ column: 'customer' }], groupPath: [9] };
    await installActionRuns(database.db);
    await tablesOf(database.db, closing).runAction('orders', 'close', { meta }, null);

    expect(handled.toSorted()).toEqual([2, 6]);
  });

  it('are known for detected tables by their foreign keys, whatever the names are called', async () => {
    const { tables } = await introspectTables({ db: database.db });
    const found = tables.find(({ id }) => id === 'customers');
    const given = found?.definition.template as unknown as { columns: { name: string; meta?: string[] }[] };
    const named = found?.references[0]?.label ?? '';
    const columns = given.columns.map((one) =>
      one.name === named ? { ...one, meta: [...new Set([...(one.meta ?? []), 'groupable'])] } : one,
    );
    const definition = {
      ...found?.definition,
      template: { ...given, columns },
    } as unknown as TableDefinition;
    const served = tablesOf(database.db, definition);
    const { groups } = await summariesOf(served, 'customers').groups([{ column: named }], { length: 10 });

    expect(groups.map(({ value, label, count, ambiguous }) => [value, label, count, ambiguous])).toEqual([
      ['GE', 'Georgia', 1, true],
      ['US', 'Georgia', 1, true],
      ['PL', 'US', 2, undefined],
    ]);
    const meta = { groups: [{ column: named }], groupPath: ['US'], length: 10 };
    expect(idsOf(await served.data('customers', { meta }))).toEqual([8]);
  });
});

interface Branches {
  branches: { bank: number; number: string; name: string };
  accounts: { id: number; bank: number | null; branch: string | null; total: number };
}

describe.each(dialects)('groups of records with a key of several columns, on %s', (dialect) => {
  let database: LoggedDatabase<Branches>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const statements = [
      'create table branches (bank integer not null, number varchar(9) not null, name varchar(20) not null, primary key (bank, number))',
      "insert into branches values (1, 'a', 'Main'), (1, 'b', 'Side'), (2, 'a', 'Main'), (2, 'a,b~', 'Main')",
      'create table accounts (id integer primary key, bank integer, branch varchar(9), total integer not null, foreign key (bank, branch) references branches (bank, number))',
      "insert into accounts values (1, 1, 'a', 1), (2, 2, 'a', 10), (3, 1, 'a', 100), (4, 1, 'b', 1000), (5, null, null, 10000), (6, 2, 'a,b~', 100000)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(database.db);
  });

  afterAll(() => database.destroy());

  const table = (more: Partial<TableDefinition> = {}): TableDefinition => ({
    ...defineTable({
      template: {
        ...template,
        columns: [column('branch', 'branches.name', 'groupable'), column('total', 'accounts.total', 'total')],
      } as unknown as TemplateJson,
      query: (db: Kysely<Branches>) =>
        db
          .selectFrom('accounts')
          .leftJoin('branches', (join) =>
            join
              .onRef('branches.bank', '=', 'accounts.bank')
              .onRef('branches.number', '=', 'accounts.branch'),
          )
          .select(['accounts.id as dtRowId', 'branches.name as branch', 'accounts.total']),
    }),
    ...more,
  });
  const expected = [
    ['1,a', 'Main', true, [1, 3], 101],
    ['2,a', 'Main', true, [2], 10],
    ['2,a~1b~0', 'Main', true, [6], 100_000],
    ['1,b', 'Side', undefined, [4], 1000],
    [null, null, undefined, [5], 10_000],
  ];

  it.each([
    ['by its join', {}],
    ['by `groupKeys`', { groupKeys: { branch: ['accounts.bank', 'accounts.branch'] } }],
  ])('are one for each key, known %s, and open its rows', async (_how, more) => {
    const tables = tablesOf(database.db, table(more));
    const { groups } = await summariesOf(tables).groups([{ column: 'branch' }]);
    const found: unknown[] = [];

    for (const { value, label, ambiguous, total } of groups) {
      const rows = await tables.data('orders', {
        meta: { groups: [{ column: 'branch' }], groupPath: [value], length: 100 },
      });
      found.push([value, label, ambiguous, idsOf(rows).toSorted((a, b) => a - b), total.total]);
    }
    expect(found).toEqual(expected);
    expect((await checkTables(tables))[0]?.faults).toEqual([]);
  });

  it('have their keys in files', async () => {
    const output = new PassThrough();
    const [file] = await Promise.all([
      buffer(output),
      tablesOf(database.db, table()).exportRows(
        'orders',
        { grouped: true, meta: { groups: [{ column: 'branch' }] } },
        null,
        { output, format: 'csv' },
      ),
    ]);
    const labels = file.toString().trimEnd().split('\r\n').slice(1);

    expect(labels.filter((line) => line.includes('Main (1,a)'))).toHaveLength(2);
    expect(labels.filter((line) => line.includes('Main (2,a)'))).toHaveLength(1);
    expect(labels.filter((line) => /^Side,/.test(line))).toHaveLength(1);
  });

  it('are those of a database that is found', async () => {
    const { tables: found } = await introspectTables({ db: database.db });
    const groupKeys = found.find(({ id }) => id === 'accounts')?.definition.groupKeys ?? {};

    expect(Object.values(groupKeys)).toEqual([expect.arrayContaining([expect.stringContaining('.bank')])]);
  });
});
