import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Tables } from '@rowhouse/tables';
import { Kysely, MysqlDialect, sql } from 'kysely';
import { createPool } from 'mysql2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDatabase } from '../../../test/databases.ts';
import { tableLabel } from '../../tables/src/query/catalogue.ts';
import { checkTables } from '../src/index.ts';
import { type IntrospectedTable, type Introspection, introspectTables } from '../src/introspect/index.ts';
import { toSql } from '../src/make/SqlText.ts';
import { unservable } from './foundDatabase.ts';
import { type FoundTables, foundTables } from './foundTables.ts';

describe.each(dialects)('a database that is found, on %s', (dialect) => {
  let served: FoundTables;
  let database: TestDatabase<unknown>;
  let db: Kysely<unknown>;
  let found: Introspection;
  let tables: Tables;
  let clinic: string;
  let ownSchema: string;
  let before: string;

  beforeAll(async () => {
    served = await foundTables(dialect);
    ({ database, db, found, tables, clinic, ownSchema } = served);
    before = await served.checksum();
  });

  afterAll(() => served.destroy());

  const table = (id: string): IntrospectedTable => {
    const one = found.tables.find((candidate) => candidate.id === id);
    if (!one) throw new Error(`There is no ${id} among ${found.tables.map((each) => each.id).join(', ')}.`);

    return one;
  };
  const column = (id: string, name: string) =>
    table(id).made.columns.find((each) => each.template.name === name)?.template;
  const source = ({ made }: IntrospectedTable) =>
    sql`${sql.table(tableLabel(made.table))} as ${sql.id(made.alias)}`;

  /** All rows of a table, page by page. */
  async function walk(id: string, request: { columns?: object[] } = {}): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = [];
    for (;;) {
      const page = await tables.data(id, {
        ...request,
        meta: { start: rows.length, length: 30, sort: true },
      });
      rows.push(...page.data);
      if (page.data.length < 30) return rows;
    }
  }

  it('is served completely, except what cannot be read', () => {
    expect(found.notes.map((note) => note.table)).toEqual(unservable[dialect]);
    for (const { reason, remedy } of found.notes) {
      expect(reason).toMatch(/^[A-Z].*/);
      expect(remedy).not.toBe('');
    }
    const ids = found.tables.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[\w-]+(\.[\w-]+)*$/.test(id))).toBe(true);
    expect(ids).toEqual(expect.arrayContaining(['orders', 'Order', 'Mixed_Case', 'events', 'paid_orders']));
    expect(ids.length).toBeGreaterThanOrEqual(27);
    expect(ids).not.toContain('events_early');
  });

  it('has definitions without faults', async () => {
    const faults = (await checkTables(tables)).filter((entry) => entry.faults.length > 0);

    expect(faults).toEqual([]);
  });

  it('has every row of every table on one page or another, each once', async () => {
    for (const { id, key, made } of found.tables) {
      const { rows } = await sql<{
        id: unknown;
      }>`select ${toSql(made.rowId)} as id from ${source(table(id))}`.execute(db);
      const expected = rows.map((row) => String(row.id)).toSorted();
      const walked = (await walk(id)).map(({ dtRowId }) => String(dtRowId)).toSorted();

      expect(walked, id).toEqual(expected);
      expect((await tables.data(id, {})).count, id).toBe(expected.length);
      if (key.kind !== 'none') expect(new Set(walked).size, id).toBe(walked.length);
    }
  });

  it('sorts by each column as plain SQL does', async () => {
    for (const one of found.tables) {
      const { id, made } = one;
      for (const { template, selection, expression, name } of made.columns) {
        if (name === null || !(template.meta as string[]).includes('sortable')) continue;
        const value = sql.ref(`${made.alias}.${name}`);
        const { rows } = await sql<{ id: unknown; v: unknown }>`
          select ${toSql(made.rowId)} as id, ${value} as v from ${source(one)} order by ${value} desc`.execute(
          db,
        );
        const values = new Map(rows.map((row) => [String(row.id), JSON.stringify(row.v, bigints)]));
        const sorted = await walk(id, { columns: [{ name: template.name, meta: { sort: 'DESC' } }] });

        expect(
          sorted.map(({ dtRowId }) => values.get(String(dtRowId))),
          `${id}.${name} ${JSON.stringify({ selection, expression })}`,
        ).toEqual(rows.map((row) => JSON.stringify(row.v, bigints)));
      }
    }
  });

  it('filters booleans, enumerations and dates as plain SQL does', async () => {
    let compared = 0;
    for (const one of found.tables) {
      const { id, made } = one;
      for (const { template, name } of made.columns) {
        const meta = template.meta as string[];
        if (name === null || !meta.includes('filterable')) continue;
        const [alias = '', path = ''] = String(template.data).split('.');
        const value = sql.ref(`${made.alias}.${name}`);
        const count = async (condition: unknown) => {
          const { rows } = await sql<{
            n: unknown;
          }>`select count(*) as n from ${source(one)} where ${condition}`.execute(db);
          return Number(rows[0]?.n);
        };

        if (meta.includes('boolean')) {
          for (const flag of [true, false]) {
            const { filtered } = await tables.data(id, { filters: { [alias]: { [path]: flag } } });
            expect(filtered, `${id}.${name}`).toBe(
              await count(sql`${value} = ${sql.lit(dialect === 'postgres' ? flag : Number(flag))}`),
            );
            compared++;
          }
        } else if (template.enum) {
          for (const key of Object.keys(made.enums[String(template.enum)] ?? {})) {
            const { filtered } = await tables.data(id, { filters: { [alias]: { [path]: [key] } } });
            expect(filtered, `${id}.${name}`).toBe(await count(sql`${value} = ${key}`));
            compared++;
          }
        } else if (meta.includes('date')) {
          const { filtered } = await tables.data(id, {
            intervals: { [alias]: { [path]: { min: '2026-03-05', max: '2026-05-20' } } },
          });
          expect(filtered, `${id}.${name}`).toBe(
            await count(sql`${value} between '2026-03-05' and '2026-05-20'`),
          );
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(8);
  });

  it('searches texts, including those of tables that foreign keys refer to', async () => {
    expect((await tables.data('orders', { meta: { search: 'ada 3' } })).filtered).toBe(
      Number(
        (
          await sql<{
            n: unknown;
          }>`select count(*) as n from orders join customers on customers.id = customer_id
            where lower(customers.name) like '%ada%' and (lower(customers.name) like '%3%' or number like '%3%' or lower(note) like '%3%')`.execute(
            db,
          )
        ).rows[0]?.n,
      ),
    );
    for (const { id, made } of found.tables) {
      const first = made.columns.find(({ template }) => (template.meta as string[]).includes('searchable'));
      const [row] = (await tables.data(id, {})).data;
      const term = row && first && String(row[first.template.name] ?? '');
      if (!term) continue;
      expect((await tables.data(id, { meta: { search: term } })).filtered, `${id}: ${term}`).toBeGreaterThan(
        0,
      );
    }
  });

  it('shows foreign keys by the label of the other row, with links there and back', async () => {
    const [order] = (await tables.data('orders', {})).data;
    expect(order).toMatchObject({
      dtRowId: expect.anything(),
      customer: expect.stringMatching(/^(Ada|Bob) \d+$/),
    });
    expect(Number(order?.dtRowId)).toBe(90);

    const [reference] = table('orders').references;
    expect(reference).toEqual({
      columns: ['customer_id'],
      table: 'customers',
      label: 'customer',
      params: { id: 'customer_id' },
    });
    const buyers = await tables.data('customers', { params: { id: order?.customer_id } });
    expect(buyers.data).toMatchObject([{ name: order?.customer }]);

    const items = table('orders').referencedBy.find((link) => link.table === 'order_items');
    expect(items).toEqual({ table: 'order_items', columns: ['order_id'], params: { order_id: 'dtRowId' } });
    expect((await tables.data('order_items', { params: { order_id: order?.dtRowId } })).filtered).toBe(3);

    expect(table('order_items').referencedBy).toEqual([
      {
        table: 'item_notes',
        columns: ['order_id', 'position'],
        params: { order_id: 'order_id', position: 'position' },
      },
    ]);
    expect((await tables.data('item_notes', { params: { order_id: 1, position: 2 } })).data).toMatchObject([
      { body: 'Broken' },
    ]);
    expect((await tables.data('article_links', {})).data).toMatchObject([
      { article: null },
      { article: 'Article 3' },
    ]);
    expect((await tables.data('employees', { meta: { search: 'ada boss' } })).filtered).toBe(3);
    expect(column('cities', 'country_name')).toMatchObject({ label: 'Country' });
    expect(
      (await tables.data(table(dialect === 'sqlite' ? 'visits' : `${clinic}.visits`).id, {})).data,
    ).toMatchObject([{ doctor: 'Ada' }, { doctor: 'Bob' }]);
    expect(table('customers').labelColumns).toEqual(['name']);
  });

  it('leaves secrets out of everything, and lists them', async () => {
    expect(table('customers').leftOut.map((entry) => entry.column)).toEqual(['password_hash', 'api_key']);
    expect(table('settings').leftOut.map((entry) => entry.column)).toEqual(['key']);
    expect(table('settings').key.kind).toBe(dialect === 'sqlite' ? 'rowid' : 'none');
    expect(table('files').leftOut).toMatchObject([
      { column: 'content', reason: expect.stringContaining('a cell cannot show') },
    ]);

    const all = JSON.stringify([
      await tables.data('customers', {}),
      await tables.data('settings', {}),
      await tables.init('customers'),
      await exported('customers'),
    ]);
    expect(all).not.toMatch(/hash-\d|secret-\d|smtp|api_key|password/);
    expect((await tables.data('customers', { meta: { search: 'hash-1' } })).filtered).toBe(0);
    await expect(
      tables.data('customers', { filters: { customers: { password_hash: 'hash-1' } } }),
    ).rejects.toThrow();

    const shown = await introspectTables({
      db,
      ...(dialect === 'mysql' && { schemas: [ownSchema] }),
      leaveOut: (of, name) =>
        of === 'settings' && name === 'key'
          ? false
          : of === 'customers' && name === 'email'
            ? true
            : undefined,
    });
    const named = new Map(shown.tables.map((one) => [one.id, one]));
    expect(named.get('settings')?.key).toEqual({ kind: 'primary', columns: ['key'] });
    expect(named.get('customers')?.leftOut.map((entry) => entry.column)).toEqual([
      'email',
      'password_hash',
      'api_key',
    ]);
  });

  it('identifies rows by any key', async () => {
    expect(table('orders').key).toEqual({ kind: 'primary', columns: ['id'] });
    expect(table('order_items').key).toEqual({ kind: 'primary', columns: ['order_id', 'position'] });
    expect(table('with_unique_key').key).toEqual({ kind: 'unique', columns: ['code'] });
    expect(table('paid_orders').key.kind).toBe('none');
    expect(table('without_key').key.kind).toBe(dialect === 'sqlite' ? 'rowid' : 'none');
    expect(table('without_key').notes).toEqual([expect.stringMatching(/^It has no key/)]);
    expect((await tables.data('order_items', {})).data[0]?.dtRowId).toBe('90,3');
    expect((await walk('translations')).map(({ dtRowId }) => dtRowId).toSorted()).toEqual([
      'en,a~1b',
      'en,~0~1',
      'en~0,~1',
      'en~1a,b',
    ]);
    expect(
      (await walk('byte_keys')).map(({ dtRowId }) => dtRowId).map((id) => String(id).toLowerCase()),
    ).toEqual(['01ff', '02']);
    if (dialect === 'postgres') expect(table('animals').key.kind).toBe('none');
  });

  it('has the right kinds of columns', async () => {
    expect(column('orders', 'total')).toMatchObject({
      number: { precision: 2 },
      meta: expect.arrayContaining(['total']),
    });
    expect(column('orders', 'tax_rate')).toMatchObject({ number: { precision: 4 } });
    expect((await tables.data('orders', {})).total).toMatchObject({ total: '4,140.00' });
    expect((await tables.data('measures', {})).data[1]).toMatchObject({
      big: dialect === 'sqlite' ? '42' : '9,007,199,254,740,993',
      exact: dialect === 'sqlite' ? expect.anything() : '12,345,678,901,234.123456',
    });
    expect(column('customers', 'active')).toMatchObject({
      meta: ['boolean', 'sortable', 'filterable', 'groupable'],
    });
    expect((await tables.data('flags', {})).data.map(({ is_on: on }) => on)).toEqual([null, false, true]);
    expect((await tables.data('doubled', {})).data.map(({ twice }) => twice)).toEqual(['14', '10']);
    expect((await tables.data('moments', {})).data[1]).toMatchObject({ day: '01-06-2026' });
    expect(
      (
        await tables.data('Mixed_Case', {
          columns: [{ name: 'Row Id', meta: { sort: 'ASC' } }],
          meta: { sort: true },
        })
      ).data[0],
    ).toMatchObject({ 'Placed On': '02-05-2026', 'Order Total': '1.75', 'Is Paid': true });
    expect((await tables.data('odd_names', {})).data).toMatchObject([
      { dtRowId: 1, dtRowId_2: 'own', _actions_2: 'act' },
    ]);
    expect(table('odd_names').leftOut.map((entry) => entry.column)).toEqual(['constructor']);
    if (dialect === 'sqlite') return; // It has no enumerated types.

    expect(column('orders', 'status')).toMatchObject({ enum: 'status' });
  });

  if (dialect === 'postgres')
    it('has arrays, ranges, money, short lists, partly readable and materialized tables', async () => {
      const [, row] = (await tables.data('exotic', {})).data;
      expect(row).toMatchObject({
        tags: 'a, b',
        span: '[1,5)',
        amount: '12.50',
        address: '10.0.0.1',
        pause: '1 day',
        document: '{"a": 1}',
        place: '(1,2)',
        kinds: 'new, paid',
      });
      expect((await tables.data('exotic', {})).total).toMatchObject({ amount: '12.50' });
      expect(table('exotic').leftOut.map((entry) => entry.column)).toEqual(['search', 'bits']);
      expect(table('levels').made.enums).toEqual({ level: { high: 'high', low: 'low' } });
      expect(table('partly_private').leftOut).toMatchObject([
        { column: 'salary', reason: expect.stringMatching(/may not read it/) },
      ]);
      expect(table('filled').kind).toBe('materialized view');
      expect(table('events').kind).toBe('partitioned table');
      expect((await tables.data('animals', {})).count).toBe(3);
      expect(table('toys').made.joins).toEqual([]);
    });

  if (dialect === 'mysql')
    it('joins nothing by columns that are not unique, which would double rows', () => {
      expect(table('stores').made.joins).toEqual([]);
    });

  if (dialect === 'mysql')
    it('has what a user may read, and reports what they may only write', async () => {
      const own = ownSchema;
      const url = new URL(database.url ?? '');
      url.username = `r_${process.pid}_${Date.now()}`;
      url.password = 'reader';
      const account = sql`${sql.lit(url.username)}@'%'`;
      await sql`create user ${account} identified by 'reader'`.execute(database.db);
      await sql`grant select on ${sql.id(own, 'flags')} to ${account}`.execute(database.db);
      await sql`grant select (id, name) on ${sql.id(own, 'customers')} to ${account}`.execute(database.db);
      await sql`grant insert on ${sql.id(own, 'moments')} to ${account}`.execute(database.db);
      const reading = new Kysely<unknown>({
        dialect: new MysqlDialect({ pool: createPool({ uri: url.href }) }),
      });
      try {
        const seen = await introspectTables({ db: reading });
        expect(seen.tables.map(({ id }) => id)).toEqual(['customers', 'flags']);
        expect(seen.tables[0]?.made.columns.map(({ name }) => name)).toEqual(['id', 'name']);
        expect(seen.notes).toMatchObject([
          { table: 'moments', reason: 'The connected user may not read it.' },
        ]);
      } finally {
        await reading.destroy();
        await sql`drop user ${account}`.execute(database.db);
      }
    });

  async function exported(id: string): Promise<string> {
    const sink = new PassThrough();
    const written = text(sink).catch(() => '');
    await tables.exportRows(id, {}, null, { output: sink, format: 'csv' });

    return written;
  }

  it('exports each table', async () => {
    for (const { id } of found.tables) {
      const { count } = await tables.data(id, {});
      if (count > 100) continue;
      const lines = (await exported(id)).trimEnd().split('\n');
      expect(lines.length, id).toBe(count + 1);
    }
  });

  it('writes nothing', async () => {
    expect(await served.checksum()).toBe(before);
  });
});

function bigints(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
