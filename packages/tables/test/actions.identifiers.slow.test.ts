import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  dialects,
  type TestDatabase,
  type TestDialect,
} from '../../../test/databases.ts';
import { createTables, installActionRuns, type TableDefinition } from '../src/index.ts';
import { actionTemplate } from './closing.ts';

type Items = { items: Record<string, unknown> };

interface Shape {
  /** Type of the column `id` in each dialect. */
  readonly type: Record<TestDialect, string>;
  readonly ids: readonly string[];
  /** Similar identifiers, which the filter leaves out, and which a loose comparison would confuse with others. */
  readonly others?: readonly string[];
  readonly select?: (dialect: TestDialect) => Expression<unknown>;
  readonly shown?: (id: string) => string;
  /** What is written for an identifier. */
  readonly written?: (id: string, dialect: TestDialect) => string;
}

const big = [
  '9007199254740993',
  '9007199254740992',
  '-9223372036854775808',
  '9223372036854775807',
  '0',
  '-1',
];
const texts = [
  'a',
  'A',
  'ä',
  "it's",
  '"quoted"',
  'back\\slash',
  '{1,2}',
  'NULL',
  ' ',
  '日本 🚚',
  '1',
  '01',
  'x,y',
];
const uuids = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
const same = (type: string) => ({ postgres: type, mysql: type, sqlite: type });

const shapes: Record<string, Shape> = {
  integers: { type: same('integer'), ids: ['1', '2', '-3', '10'] },
  'integers beyond 2^53': {
    type: same('bigint'),
    ids: big,
    others: ['9007199254740994', '9223372036854775806'],
    // Node's SQLite cannot read such a number as one, so a host selects its text.
    select: (dialect) => (dialect === 'sqlite' ? sql`cast(items.id as text)` : sql.ref('items.id')),
  },
  'integers beyond 2^53, computed': {
    type: same('bigint'),
    ids: big.slice(0, 2),
    others: ['9007199254740994'],
    select: (dialect) => (dialect === 'sqlite' ? sql`cast(items.id + 1 as text)` : sql`items.id + 1`),
    shown: (id) => String(BigInt(id) + 1n),
  },
  texts: {
    type: {
      postgres: 'text',
      mysql: 'varchar(100) character set utf8mb4 collate utf8mb4_bin',
      sqlite: 'text',
    },
    ids: texts,
    others: ['b', 'c'],
  },
  'texts that are compared without case': {
    type: {
      postgres: 'text',
      mysql: 'varchar(100) character set utf8mb4 collate utf8mb4_general_ci',
      sqlite: 'text collate nocase',
    },
    ids: ['Berlin', 'köln', 'Łódź'],
  },
  uuids: { type: { postgres: 'uuid', mysql: 'char(36)', sqlite: 'text' }, ids: uuids },
  // Which drivers give as dates, in another form than the database's own.
  dates: {
    type: { postgres: 'timestamptz', mysql: 'datetime(3)', sqlite: 'text' },
    ids: ['2026-01-02 03:04:05.006', '2026-01-02 03:04:05.007'],
    others: ['2026-01-02 03:04:05.008'],
    written: (id, dialect) => (dialect === 'postgres' ? `${id}+00` : id),
  },
  'two columns in one': {
    type: same('integer'),
    ids: ['1', '2', '30'],
    select: (dialect) =>
      dialect === 'mysql' ? sql`concat(items.kind, '-', items.id)` : sql`items.kind || '-' || items.id`,
    shown: (id) => `wanted-${id}`,
  },
  decimals: {
    type: { postgres: 'numeric', mysql: 'decimal(30, 10)', sqlite: 'text' },
    ids: ['1.5000000000', '12345678901234567890.0000000001'],
  },
};

describe.each(dialects)('identifiers on %s', (dialect) => {
  let database: TestDatabase<Items>;
  let db: Kysely<Items>;

  beforeEach(async () => {
    database = await createTestDatabase<Items>(dialect);
    db = database.db;
    await installActionRuns(db);
  });

  afterEach(() => database.destroy());

  it.each(Object.keys(shapes))('may be %s', async (name) => {
    const { type, ids, others = [], select, shown, written = (id) => id } = shapes[name] as Shape;
    await sql`create table items (id ${sql.raw(type[dialect])} primary key, kind varchar(20) not null)`.execute(
      db,
    );
    const toWrite = (all: readonly string[]) => all.map((id) => written(id, dialect));
    await fill(toWrite(ids), 'wanted');
    await fill(toWrite(others), 'other');
    const seen: string[] = [];
    const rowId = select?.(dialect) ?? sql.ref('items.id');
    const definition = {
      template: {
        ...actionTemplate,
        columns: [{ label: 'Kind', name: 'kind', data: 'items.kind', meta: ['filterable'] }],
      },
      query: (anyDb: Kysely<Items>): SelectQueryBuilder<Items, 'items', object> =>
        anyDb.selectFrom('items').select([sql`${rowId}`.as('dtRowId'), 'items.kind']),
      actions: {
        close: { chunkSize: 2, row: (row: { dtRowId: unknown }) => void seen.push(asText(row.dtRowId)) },
      },
    } as unknown as TableDefinition;
    const payload = { filters: { items: { kind: 'wanted' } } };
    const summary = await createTables({ db, definitions: [definition] }).runAction(
      'orders',
      'close',
      payload,
      null,
    );

    expect(summary).toMatchObject({ processed: ids.length, gone: 0, failed: 0 });
    expect(seen.toSorted()).toEqual(ids.map((id) => shown?.(id) ?? id).toSorted());
  });

  it('are refused if null, since no such row could be found again', async () => {
    await sql`create table items (id integer, kind varchar(20))`.execute(db);
    await sql`insert into items (id, kind) values (1, 'a'), (null, 'b')`.execute(db);
    const definition = {
      template: { ...actionTemplate, columns: [{ label: 'Kind', name: 'kind', data: 'items.kind' }] },
      query: (anyDb: Kysely<Items>) =>
        anyDb.selectFrom('items').select(['items.id as dtRowId', 'items.kind']),
      actions: { close: { row: () => undefined } },
    } as unknown as TableDefinition;

    await expect(
      createTables({ db, definitions: [definition] }).runAction('orders', 'close', {}, null),
    ).rejects.toThrow('Every row needs an identifier.');
  });

  /** A date as the list of identifiers writes it. */
  function asText(id: unknown): string {
    return id instanceof Date ? id.toISOString().replace('T', ' ').replace('Z', '') : String(id);
  }

  async function fill(ids: readonly string[], kind: string): Promise<void> {
    for (const id of ids) await sql`insert into items (id, kind) values (${id}, ${kind})`.execute(db);
  }
});
