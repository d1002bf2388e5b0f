import { type Kysely, sql } from 'kysely';
import type { TestDialect } from '../../../test/databases.ts';
import {
  createTables,
  defineTable,
  installActionRuns,
  installChanges,
  type TableDefinition,
  type Tables,
  type TablesOptions,
} from '../src/index.ts';

export interface Goods {
  goods: {
    id: number | string;
    code: string;
    label: string | null;
    state: string;
    owner: string;
    version: number;
  };
}

/** One column of every type whose values are easily written inexactly. */
const odd = {
  postgres: `bytes bytea, small real, large double precision, moment timestamptz(6), stamp timestamp(6), tags text[],
    extra jsonb, plain json, money numeric(30, 10), span interval, size goods_size, uid uuid, fixed char(6)`,
  mysql: `bytes varbinary(20), small float, large double, moment timestamp(6) null, stamp datetime(6), tags set('a', 'b', 'c'),
    extra json, money decimal(30, 10), bits bit(12), place point, latin varchar(20) character set latin1`,
  sqlite:
    'bytes blob, small real, large double, moment datetime, anything, extra text, money decimal(30, 10), other',
};
const oddValues = {
  postgres: `decode('00ff' || lpad(to_hex(n % 256), 2, '0'), 'hex'), 0.1 * n, 0.30000000000000004 * n,
    timestamptz '2026-10-25 02:30:00.123456+01' + n * interval '1 microsecond', '2026-03-29 02:30:00.000001',
    array['a', null, 'it''s "x"' || n], ('{"a": [1.10, null], "n": ' || n || '}')::jsonb, '{"b" :  1, "b": 2}',
    12345678901234567890.0123456789 + n, '1 mon 2 days', 'small', '11111111-1111-4111-8111-111111111111', 'x'`,
  mysql: `unhex(concat('00ff', lpad(hex(n % 256), 2, '0'))), 0.1 * n, 0.30000000000000004 * n, '2026-11-25 02:30:00.123456',
    '2026-03-29 02:30:00.000001', 'a,c', concat('{"a": [1.10, null], "n": ', n, '}'), 12345678901234567890.0123456789 + n,
    b'101010101010', point(1.5, 0.1 * n), concat('é', n)`,
  sqlite: `x'00ff27', 0.1 * n, 0.30000000000000004 * n, '2026-10-25 02:30:00.123456', 9007199254740993 + n, 'it''s "' || n || char(0),
    1e15 + n, 3.0`,
};

/** The identifier before the first: where the driver reads them as texts, above those that JavaScript numbers have. */
export const idBefore = (dialect: TestDialect) => (dialect === 'sqlite' ? 1000n : 9007199254740992n);

/** Rows of all types of columns. */
export async function createGoods(db: Kysely<Goods>, dialect: TestDialect, rows: number): Promise<void> {
  if (dialect === 'postgres') await sql`create type goods_size as enum ('small', 'large')`.execute(db);
  await sql`create table goods (
    id bigint not null primary key, code varchar(20) not null unique, label varchar(60), state varchar(10) not null,
    owner varchar(10) not null, version integer not null default 1, ${sql.raw(odd[dialect])}
  )`.execute(db);
  await sql`insert into goods
    with recursive numbers as (select 1 as n union all select n + 1 from numbers where n < ${sql.lit(rows)})
    select ${sql.raw(String(idBefore(dialect)))} + n, ${dialect === 'mysql' ? sql`concat('C', n)` : sql`'C' || n`},
      case when n % 5 = 0 then null else ${dialect === 'mysql' ? sql`concat('it''s "', n, '" \\\\ é')` : sql`'it''s "' || n || '" \\ é'`} end,
      case when n % 3 = 0 then 'new' else 'open' end, 'ann', 1, ${sql.raw(oddValues[dialect])} from numbers`.execute(
    db,
  );
  await installActionRuns(db);
  await installChanges(db);
}

/** The columns whose names are those of `odd`. */
export const oddColumns = (dialect: TestDialect) =>
  odd[dialect].split(/,\s+(?![^(]*\))/).map((column) => column.trim().split(' ')[0] ?? '');

/** Identifier → all of a row as an exact text. */
export async function texts(db: Kysely<Goods>, dialect: TestDialect): Promise<Map<string, string>> {
  const columns = ['id', 'code', 'label', 'state', 'owner', ...oddColumns(dialect)].map((name) =>
    sql.id(name),
  );
  const as = {
    postgres: sql`cast(row(${sql.join(columns)}) as text)`,
    mysql: sql`concat_ws('|', ${sql.join(columns.map((column) => sql`coalesce(hex(concat(${column})), '-')`))})`,
    sqlite: sql`${sql.join(
      columns.map((column) => sql`quote(${column})`),
      sql` || '|' || `,
    )}`,
  }[dialect];
  const id = dialect === 'mysql' ? sql`cast(id as char)` : sql`cast(id as text)`;
  const { rows } = await sql<{
    id: string;
    text: string;
  }>`select ${id} as id, ${as} as text from goods`.execute(db);

  return new Map(rows.map((row) => [row.id, row.text]));
}

const button = (name: string) => ({
  ...{ type: 'global', name, action: 'ajax', method: 'PATCH', routeSuffix: name, icon: 'check', class: 'a' },
  confirmation: true,
  message: 'Sure?',
});

export function goods(
  actions: NonNullable<TableDefinition['actions']>,
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return {
    ...defineTable({
      template: {
        routePrefix: 'goods',
        name: 'Goods',
        buttons: Object.keys(actions).map(button),
        columns: ['code', 'label', 'state', 'owner'].map((name) => ({
          ...{ label: name, name, data: `goods.${name}` },
          meta: name === 'code' ? ['filterable', 'sortable', 'sort:ASC'] : ['filterable'],
        })),
      } as never,
      query: (db: Kysely<Goods>) =>
        db
          .selectFrom('goods')
          .select(['goods.id as dtRowId', 'goods.code', 'goods.label', 'goods.state', 'goods.owner']),
    }),
    actions,
    ...more,
  } as TableDefinition;
}

export const ann = { id: 1 };
export const bob = { id: 2 };

export function goodsTables(
  db: Kysely<Goods>,
  definition: TableDefinition,
  options: Partial<TablesOptions> = {},
): Tables & { readonly reported: unknown[] } {
  const reported: unknown[] = [];
  const changes = { userId: (user: unknown) => (user as { id: number } | null)?.id ?? null };
  const onBackgroundError = (error: unknown) => void reported.push(error);

  return {
    ...createTables({ db, definitions: [definition], changes, onBackgroundError, ...options }),
    reported,
  };
}
