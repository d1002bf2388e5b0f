import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installRowCounts, type TableDefinition } from '../src/index.ts';
import { expectPages, shapeTable } from './shapes.ts';
import type { Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

type Row = Record<string, unknown> & { id: number };
type AnyTables = Record<string, Row>;

const size = 1200;

describe.each(dialects)('tables of another schema on %s', (dialect) => {
  let database: LoggedDatabase<AnyTables>;
  let db: Kysely<AnyTables>;
  /** A database of its own on MySQL, where other tests run at the same time. */
  let clinic: string;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    clinic = dialect === 'mysql' ? `test_clinic_${process.pid}_${Date.now()}` : 'clinic';
    const create = {
      postgres: `create schema ${clinic}`,
      mysql: `create database ${clinic}`,
      sqlite: `attach ':memory:' as ${clinic}`,
    };
    const statements = [
      create[dialect],
      `create table ${clinic}.doctors (id integer not null primary key, name varchar(40) not null, since date)`,
      `create table ${clinic}.visits (id integer not null primary key, doctor_id integer not null, reason varchar(40) not null)`,
      `create index ${dialect === 'sqlite' ? `${clinic}.visits_reason on visits` : `visits_reason on ${clinic}.visits`} (reason, id)`,
      // Of the same name, and without any key.
      'create table doctors (id integer, name varchar(40), since varchar(40))',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    const rows = Array.from({ length: size }, (_, index) => index + 1);
    await sql`insert into ${sql.table(`${clinic}.doctors`)} values ${sql.join(
      rows.slice(0, 9).map((id) => sql`(${id}, ${`D${id}`}, ${`2020-01-0${id}`})`),
    )}`.execute(db);
    for (let start = 0; start < size; start += 400) {
      await sql`insert into ${sql.table(`${clinic}.visits`)} values ${sql.join(
        rows.slice(start, start + 400).map((id) => sql`(${id}, ${id % 11}, ${`R${id % 40}`})`),
      )}`.execute(db);
    }
    await sql`insert into doctors values (1, 'Other', 'x'), (1, 'Another', 'y')`.execute(db);
  });

  afterAll(async () => {
    if (dialect === 'mysql') await sql`drop database if exists ${sql.id(clinic)}`.execute(db);
    await database.destroy();
  });

  const table = (query: (db: Kysely<AnyTables>) => unknown, data = 'visits.reason', name = 'reason') =>
    shapeTable({ [name]: data }, query as unknown as (db: Kysely<Shop>) => unknown);
  const columns = [
    'visits.id as dtRowId',
    'visits.reason',
    'doctors.name as doctor',
    'doctors.since',
  ] as const;

  const queries: Record<string, (db: Kysely<AnyTables>) => unknown> = {
    'named with it': (anyDb) =>
      anyDb
        .selectFrom(`${clinic}.visits`)
        .leftJoin(`${clinic}.doctors`, `${clinic}.doctors.id`, `${clinic}.visits.doctor_id`)
        .select(columns),
    'named with it under an alias': (anyDb) =>
      anyDb
        .selectFrom(`${clinic}.visits as visits`)
        .leftJoin(`${clinic}.doctors as doctors`, 'doctors.id', 'visits.doctor_id')
        .select(columns),
    'by withSchema': (anyDb) =>
      anyDb
        .withSchema(clinic)
        .selectFrom('visits')
        .leftJoin('doctors', 'doctors.id', 'visits.doctor_id')
        .select(columns),
  };
  const from = () =>
    `${clinic}.visits as visits left join ${clinic}.doctors as doctors on doctors.id = visits.doctor_id`;
  const counted = async (definition: TableDefinition) => {
    const tables = tablesOf(db, definition);
    await tables.data('shape', {});
    database.statements();
    await tables.data('shape', {});

    return database.statements().find((statement) => /^select count\(\*\)/i.test(statement)) ?? '';
  };

  it.each(Object.keys(queries))('are omitted from counts if nothing refers to them: %s', async (name) => {
    const definition = table(queries[name] as (typeof queries)[string]);

    await expectPages(
      db as unknown as Kysely<Shop>,
      definition,
      `select visits.id as id from ${from()} order by visits.id`,
    );
    expect(await counted(definition)).not.toContain(' join ');
  });

  it.each(Object.keys(queries))('are read in the order of their indexes: %s', async (name) => {
    const tables = tablesOf(db, table(queries[name] as (typeof queries)[string]));
    database.statements();
    await tables.data('shape', { columns: [{ name: 'reason', meta: { sort: 'ASC' } }] });
    const page = database.statements().find((statement) => /\bdtRowId\b.*order by/is.test(statement));

    // Identifiers are found first only where no index has the order.
    expect(page?.match(/\bselect\b/gi)).toHaveLength(1);
  });

  it('are not taken for tables of the same name elsewhere', async () => {
    const definition = table((anyDb) =>
      anyDb
        .selectFrom(`${clinic}.visits as visits`)
        .leftJoin('doctors', 'doctors.id', 'visits.doctor_id')
        .select(
          sql<number>`visits.id * 10 + case when doctors.name = 'Other' then 1 else 0 end`.as('dtRowId'),
        )
        .select('visits.reason'),
    );

    // That one has no key, so a visit may have several.
    expect(await counted(definition)).toContain(' join ');
    const { rows } = await sql<{ n: number | string }>`${sql.raw(
      `select count(*) as n from ${clinic}.visits as visits left join doctors on doctors.id = visits.doctor_id`,
    )}`.execute(db);
    expect((await tablesOf(db, definition).data('shape', {})).count).toBe(Number(rows[0]?.n));
  });

  it('have the types of their own columns', async () => {
    for (const query of [queries['named with it'], queries['by withSchema']]) {
      const definition = table(query as (typeof queries)[string], 'doctors.since', 'since');
      const template = {
        ...definition.template,
        columns: [{ label: 'Since', name: 'since', data: 'doctors.since', meta: ['date', 'filterable'] }],
      };
      const tables = tablesOf(db, { ...definition, template });
      const { filtered, data } = await tables.data('shape', {
        intervals: { doctors: { since: { min: '2020-01-02', max: '2020-01-02' } } },
      });

      expect(filtered).toBe(Math.floor((size - 2) / 11) + 1);
      expect(data[0]).toMatchObject({ since: '02-01-2020' });
    }
  });

  if (dialect === 'postgres')
    it('have counts that are kept and followed', async () => {
      const definition = {
        ...table((anyDb) =>
          anyDb.withSchema(clinic).selectFrom('visits').select(['visits.id as dtRowId', 'visits.reason']),
        ),
        count: { sources: [`${clinic}.visits`] },
      };
      const cached = { ...definition, template: { ...definition.template, cache: true } };
      await installRowCounts(db, [`${clinic}.visits`]);
      const tables = tablesOf(db, cached);

      expect((await checkTables(tables)).flatMap(({ faults }) => faults)).toEqual([]);
      expect((await tables.data('shape', {})).count).toBe(size);
      await sql`insert into ${sql.table(`${clinic}.visits`)} values (100001, 1, 'new')`.execute(db);
      database.statements();
      expect((await tables.data('shape', {})).count).toBe(size + 1);
      expect(database.statements().filter((statement) => /^select count/i.test(statement))).toEqual([]);
      await sql`delete from ${sql.table(`${clinic}.visits`)} where id = 100001`.execute(db);
    });

  if (dialect !== 'postgres')
    it('cannot be followed by triggers, which is reported', async () => {
      await expect(installRowCounts(db, [`${clinic}.visits`])).rejects.toThrow(/cannot track "\w+\.visits"/);
    });
});
