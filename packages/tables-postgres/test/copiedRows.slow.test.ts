import { PassThrough, Writable } from 'node:stream';
import { defineTable } from '@rowhouse/tables';
import { type AnyDatabase, type Builder, dialectOf } from '@rowhouse/tables/internal';
import fc from 'fast-check';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, postgresPool, type TestDatabase } from '../../../test/databases.ts';
import { copyRows } from '../src/copy/copyRows.ts';
import { DriverStatement } from '../src/copy/DriverStatement.ts';
import { tablesOf } from './support.ts';

describe.runIf(dialects.includes('postgres'))('rows that PostgreSQL copies', () => {
  let database: TestDatabase<AnyDatabase>;
  let pool: ReturnType<typeof postgresPool>;
  let db: Kysely<AnyDatabase>;

  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    // One connection: what is left in it would be met by the next query.
    pool = postgresPool({ connectionString: database.url as string, max: 1, query_timeout: 60_000 });
    db = new Kysely({ dialect: new PostgresDialect({ pool, controlClient: Client }) });
    await sql`create table numbers as select id, 'row ' || id as name from generate_series(1, 200000) as id`.execute(
      db,
    );
  });

  afterAll(async () => {
    await db.destroy();
    await database.destroy();
  });

  const builder = (select: string, from = 'numbers') =>
    db.selectFrom(sql`${sql.raw(from)}`.as('rows')).select(sql.raw(select).as('value')) as unknown as Builder;

  async function read(query: Builder, signal?: AbortSignal): Promise<(string | null)[]> {
    const snapshot = await dialectOf(db).openRowSnapshot(db);
    try {
      const texts = await copyRows(query, { snapshot, size: 1000, signal });
      const values: (string | null)[] = [];
      for await (const { rows, bytes, bounds } of texts?.blocks() ?? []) {
        for (let row = 0; row < rows; row += 1) {
          const [from = -1, to = -1] = bounds.subarray(2 * row, 2 * row + 2);
          values.push(from === -1 ? null : bytes.toString('utf8', from, to));
        }
      }

      return values;
    } finally {
      await snapshot.close();
    }
  }

  const isUsable = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one === 1;
  const copies = async () => {
    const other = await database.db.executeQuery<{ count: string }>(
      CompiledQuery.raw(
        "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy (%'",
      ) as never,
    );

    return Number(other.rows[0]?.count);
  };

  it.each(['on', 'off'])(
    'have their parameters as they are, with standard_conforming_strings %s',
    async (setting) => {
      await sql`set standard_conforming_strings = ${sql.raw(setting)}`.execute(db);
      const given = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc
          .array(
            fc.constantFrom("'", '\\', '"', '$1', '$$', ';', '--', '/*', ')', '\n', 'E', '\t', '\\N', 'ü'),
            { maxLength: 12 },
          )
          .map((parts) => parts.join('')),
      );
      await fc.assert(
        fc.asyncProperty(given, async (text) => {
          const value = text.replaceAll('\0', '').toWellFormed();
          const query = db
            .selectFrom(sql`(select 1)`.as('one'))
            .select(sql`${value}::text`.as('value'))
            .where(sql<boolean>`${value} = ${value}::text and '$1' <> ${`${value}x`}`) as unknown as Builder;

          expect(await read(query)).toEqual([value]);
        }),
        { numRuns: 60 },
      );
      await sql`reset standard_conforming_strings`.execute(db);
    },
  );

  it('are the same for parameters of every type', async () => {
    const values = [
      1,
      2n ** 60n,
      1.5,
      true,
      null,
      new Date('2026-01-02T03:04:05.678Z'),
      ['a"b', "c'd\\", null],
      { a: "'" },
    ];
    for (const [value, type] of values.map(
      (value, index) =>
        [value, ['int', 'int8', 'float8', 'bool', 'text', 'timestamptz', 'text[]', 'jsonb'][index]] as const,
    )) {
      const query = db
        .selectFrom(sql`(select 1)`.as('one'))
        .select(sql`${value}::${sql.raw(type as string)}::text`.as('value')) as unknown as Builder;
      const { rows } = await query
        .execute()
        .then((rows) => ({ rows: rows as Readonly<Record<string, unknown>>[] }));

      expect(await read(query)).toEqual(rows.map((row) => row.value));
    }
  });

  it('are not copied with parameters of bytes, or where the driver has messages of its own only', async () => {
    const snapshot = await dialectOf(db).openRowSnapshot(db);
    const bytes = builder('id').where(sql<boolean>`${Buffer.from('a')} = 'a'::bytea`) as Builder;
    expect(await copyRows(bytes, { snapshot, size: 10 })).toBeNull();
    await snapshot.close();

    const statement = new DriverStatement('select 1');
    const refusal = statement.submit({});
    expect(refusal).toBeInstanceOf(Error);
    await expect(Promise.resolve(statement)).rejects.toBe(refusal);
    expect(statement.isSubmitted).toBe(false);
  });

  it('reject once if they fail midway, and leave the connection usable', async () => {
    await expect(read(builder('100 / (id - 150000)'))).rejects.toMatchObject({ code: '22012' });
    expect(await isUsable()).toBe(true);
  });

  it('end in the database when they are abandoned or stopped, and leave the connection usable', async () => {
    for (const way of ['left', 'stopped'] as const) {
      const stop = new AbortController();
      const snapshot = await dialectOf(db).openRowSnapshot(db);
      const texts = await copyRows(builder("repeat('x', 1000)"), {
        snapshot,
        size: 1000,
        signal: stop.signal,
      });
      const reading = (async () => {
        for await (const _ of texts?.blocks() ?? []) {
          if (way === 'left') break;
          stop.abort(new Error('enough'));
        }
      })();

      if (way === 'left') await reading;
      else await expect(reading).rejects.toThrow('enough');
      await snapshot.close();
      expect(await copies()).toBe(0);
      expect(await isUsable()).toBe(true);
    }
  });

  it('are stopped before the database has sent any', async () => {
    const stop = new AbortController();
    const reading = read(builder('pg_sleep(60)', '(select 1)'), stop.signal);
    await expect.poll(copies, { timeout: 60_000 }).toBe(1);
    stop.abort(new Error('enough'));

    await expect(reading).rejects.toThrow('enough');
    expect(await copies()).toBe(0);
    expect(await isUsable()).toBe(true);
  });

  it('reject if the connection ends, and the next connection is used', async () => {
    const reading = read(builder('pg_sleep(60)', '(select 1)'));
    await expect.poll(copies, { timeout: 60_000 }).toBe(1);
    // It may fail before the statement that ends its connection has returned.
    const failed = expect(reading).rejects.toThrow();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy (%'`.execute(database.db);

    await failed;
    expect(await isUsable()).toBe(true);
  });

  it('may take longer than statements may', async () => {
    await sql`set statement_timeout = '300ms'`.execute(db);
    await expect(read(builder('pg_sleep(0.1)', 'generate_series(1, 8)'))).resolves.toHaveLength(8);
    expect(
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)).rows,
    ).toEqual([{ limit: '300ms' }]);
    await sql`reset statement_timeout`.execute(db);
  });

  it('fail an export once if they fail, or if its output does', async () => {
    const definition = (value: string) =>
      defineTable({
        template: {
          routePrefix: 'numbers',
          name: 'Numbers',
          columns: [{ label: 'V', name: 'value', data: 'numbers.id' }],
        } as never,
        query: (given: Kysely<AnyDatabase>) =>
          given.selectFrom('numbers').select(['id as dtRowId', sql.raw(value).as('value')]) as never,
      });
    const output = new PassThrough();
    output.resume();
    const failing = tablesOf(db, definition('100 / (id - 150000)')).exportRows('numbers', {}, null, {
      output,
      format: 'csv',
    });
    await expect(failing).rejects.toThrow(/zero/);
    expect(output.destroyed).toBe(true);

    const full = new Error('no space left');
    let written = 0;
    const limited = new Writable({ write: (_chunk, _encoding, done) => done(++written > 2 ? full : null) });
    const run = tablesOf(db, definition('repeat(name, 30)')).exportRows('numbers', {}, null, {
      output: limited,
      format: 'csv',
    });
    await expect(run).rejects.toBe(full);
    expect(await copies()).toBe(0);
    expect(await isUsable()).toBe(true);
  });
});
