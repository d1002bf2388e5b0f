import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect } from 'vitest';
import { defineTable } from '../definition/defineTable.ts';
import { compileTable } from '../definition/Table.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { conditionsOf, type TableQuery, tableQueries } from '../prepare/tableQueries.ts';
import { tableRuntime } from '../runtime/TableRuntime.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { countQuery } from './aggregateQuery.ts';
import type { CatalogueTable } from './catalogue.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { catalogueOf } from './readCatalogue.ts';

/** A statement of a prepared request. */
export type Statement = (query: TableQuery) => CompiledQuery<unknown>;

/** The SQL, then its parameters. White space is as it reads best, names are quoted as in PostgreSQL, and parameters are `?`. */
export type Sql = readonly [sql: string, ...parameters: unknown[]];

/** The same on all dialects, or by dialect. */
export type Statements = Sql | Readonly<Record<DialectName, Sql>>;

const compilers = {
  postgres: () =>
    new Kysely<AnyDatabase>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  mysql: () =>
    new Kysely<AnyDatabase>({
      dialect: {
        createAdapter: () => new MysqlAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new MysqlIntrospector(db),
        createQueryCompiler: () => new MysqlQueryCompiler(),
      },
    }),
  sqlite: () =>
    new Kysely<AnyDatabase>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
};
type DialectName = keyof typeof compilers;

/** Types of the columns, by dialect. */
const types = {
  id: { postgres: 'int8', mysql: 'bigint', sqlite: 'INTEGER' },
  text: { postgres: 'varchar', mysql: 'varchar', sqlite: 'varchar(40)' },
  decimal: { postgres: 'numeric(14,2)', mysql: 'decimal(14,2)', sqlite: 'decimal(14, 2)' },
  boolean: { postgres: 'bool', mysql: 'tinyint(1)', sqlite: 'boolean' },
  moment: { postgres: 'timestamptz', mysql: 'datetime', sqlite: 'datetime' },
  day: { postgres: 'date', mysql: 'date', sqlite: 'date' },
};

function tableOf(
  name: string,
  columns: Readonly<Record<string, keyof typeof types>>,
  indexes: readonly (readonly string[])[],
  dialect: DialectName,
  { columnKind }: Dialect,
): CatalogueTable {
  return {
    schema: 'main',
    name,
    isVisible: true,
    isView: false,
    version: '1',
    columns: new Map(
      Object.entries(columns).map(([column, type]) => {
        const stored = types[type][dialect];

        return [
          column,
          {
            kind: columnKind(stored),
            type: stored,
            isNullable: column !== 'id',
            scale: type === 'decimal' ? 2 : null,
            comparison: '',
            form: null,
            comparedAs: null,
          },
        ];
      }),
    ),
    indexes: [
      { columns: ['id'], unique: true },
      ...indexes.map((names) => ({ columns: names, unique: false })),
    ],
    foreignKeys:
      name === 'orders'
        ? [{ columns: new Map([['customer_id', 'id']]), references: { schema: 'main', name: 'customers' } }]
        : [],
    textIndexed: new Set(),
    isSmall: false,
  };
}

const orders = defineTable({
  template: {
    routePrefix: 'orders',
    comparisonOperator: 'LIKE',
    searchModes: ['full', 'startsWith', 'endsWith', 'exactMatch'],
    columns: [
      {
        label: 'Number',
        name: 'number',
        data: 'orders.number',
        meta: ['searchable', 'sortable', 'filterable', 'facet'],
      },
      {
        label: 'Customer',
        name: 'customer',
        data: 'customers.name',
        meta: ['searchable', 'sortable', 'groupable'],
      },
      {
        label: 'Total',
        name: 'total',
        data: 'orders.total',
        meta: ['sortable', 'filterable'],
        number: { precision: 2 },
      },
      {
        label: 'Placed',
        name: 'placed_at',
        data: 'orders.placed_at',
        meta: ['datetime', 'sortable', 'nullLast', 'filterable', 'groupable'],
      },
    ],
    filters: [
      { label: 'Paid', data: 'orders.paid', type: 'boolean' },
      { label: 'Due', data: 'orders.due_on', type: 'date' },
      { label: 'Weight', data: 'orders.weight', type: 'number' },
    ],
  },
  source: 'orders.json',
  query: (db: Kysely<AnyDatabase>) =>
    db
      .selectFrom('orders')
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select([
        'orders.id as dtRowId',
        'orders.number',
        'customers.name as customer',
        'orders.total',
        'orders.placed_at',
      ]),
});

/** A request of the table of orders, prepared for a dialect. */
function prepared(dialect: DialectName, payload: unknown): Promise<TableQuery> {
  const runtime = tableRuntime(compilers[dialect](), { now: () => new Date('2026-07-15T12:00:00Z') });
  const catalogue = catalogueOf(
    [
      tableOf(
        'orders',
        {
          id: 'id',
          number: 'text',
          customer_id: 'id',
          status: 'text',
          total: 'decimal',
          weight: 'decimal',
          paid: 'boolean',
          placed_at: 'moment',
          due_on: 'day',
        },
        [['placed_at']],
        dialect,
        runtime.dialect,
      ),
      tableOf('customers', { id: 'id', name: 'text' }, [], dialect, runtime.dialect),
    ],
    true,
  );
  const table = compileTable(orders, defaultTableConfig);
  const known = { ...runtime, catalogue: { ...runtime.catalogue, get: async () => catalogue } };

  return tableQueries(known, table).prepare(payload, null, 'Etc/GMT-3');
}

/** Compares the conditions of a request: what follows `where` in the count of `rows`. */
export function expectConditions(rows: string, payload: unknown, expected: Statements): Promise<void> {
  return expectStatements(
    payload,
    (data) => countQuery(data.runtime.db, data.query, conditionsOf(data)).compile(),
    startingWith(`select count(*) as "count" from ${rows} where `, expected),
  );
}

/** The same statements, each after `start`. */
function startingWith(start: string, expected: Statements): Statements {
  const whole = ([sql, ...parameters]: Sql): Sql => [`${start}${sql}`, ...parameters];
  if (!('postgres' in expected)) return whole(expected);

  return {
    postgres: whole(expected.postgres),
    mysql: whole(expected.mysql),
    sqlite: whole(expected.sqlite),
  };
}

/** Compares a statement of a request with what it should be on each dialect, without a database. */
export async function expectStatements(
  payload: unknown,
  statement: Statement,
  expected: Statements,
): Promise<void> {
  for (const dialect of ['postgres', 'mysql', 'sqlite'] as const) {
    const [sql, ...parameters] = 'postgres' in expected ? expected[dialect] : expected;
    const compiled = statement(await prepared(dialect, payload));
    expect([dialect, plain(compiled.sql), ...plainValues(compiled.parameters)]).toEqual([
      dialect,
      plain(sql),
      ...parameters,
    ]);
  }
}

const plain = (sql: string) =>
  sql
    .replaceAll('`', '"')
    .replace(/\$\d+/g, '?')
    .replace(/\s+/g, ' ')
    .replaceAll('( ', '(')
    .replaceAll(' )', ')')
    .trim();
const plainValues = (values: readonly unknown[]) => JSON.parse(JSON.stringify(values)) as unknown[];
