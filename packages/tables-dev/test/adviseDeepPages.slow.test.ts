import { defineTable, type TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDialect } from '../../../test/databases.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from '../../tables/test/support.ts';
import { type Advice, type AdviseOptions, adviseIndexes } from '../src/index.ts';

/** Above the size from which indexes are advised. */
const many = 12_000;

interface Visits {
  visits: {
    id: number;
    /** A key that is not the primary one. */
    code: string;
    placed_at: string | Date;
    reason: string;
    doctor_id: number;
    is_open: boolean | number;
  };
}

/** Sorted by `placed_at`, of the table of this name, with a row identifier. */
function visitsBy(rowId: string, table = 'visits', query?: (db: Kysely<Visits>) => unknown): TableDefinition {
  const template = {
    routePrefix: 'visits',
    name: 'Visits',
    columns: [
      {
        label: 'At',
        name: 'placed_at',
        data: 'visits.placed_at',
        meta: ['datetime', 'sortable', 'sort:DESC'],
      },
      { label: 'Reason', name: 'reason', data: 'visits.reason' },
    ],
  };

  return defineTable({
    template,
    query: (db) =>
      (query?.(db as unknown as Kysely<Visits>) ??
        (db as unknown as Kysely<Visits>)
          .selectFrom(`${table} as visits` as 'visits')
          .select([
            `visits.${rowId} as dtRowId` as 'visits.id as dtRowId',
            'visits.placed_at',
            'visits.reason',
          ])) as never,
  });
}

/** The tables' rows come in another order than those of any index. `bare`: its indexes end with nothing by themselves. */
async function createVisits(
  db: Kysely<Visits>,
  dialect: TestDialect,
  table = 'visits',
  { bare = false } = {},
) {
  const [idType, ending] = bare ? ['int', dialect === 'mysql' ? ' engine = MyISAM' : ''] : ['integer', ''];
  const instant = { postgres: 'timestamptz', mysql: 'datetime(3)', sqlite: 'datetime' }[dialect];
  await sql
    .raw(
      `create table ${table} (id ${idType} not null primary key, code varchar(20) not null, placed_at ${instant} not null,
        reason varchar(40) not null, doctor_id integer not null, is_open boolean not null)${ending}`,
    )
    .execute(db);
  const rows = Array.from({ length: many }, (_, index) => {
    const number = (index * 7919) % many;
    const at = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');

    return sql`(${sql.lit(index)}, ${sql.lit(`C${number}`)}, ${sql.lit(at)}, ${sql.lit(`reason ${'x'.repeat(30)}`)},
      ${sql.lit(index % 100)}, ${sql.lit(index % 2 === 0)})`;
  });
  for (let start = 0; start < many; start += 2000) {
    await sql`insert into ${sql.table(table)} values ${sql.join(rows.slice(start, start + 2000))}`.execute(
      db,
    );
  }
}

const analyze = async (db: Kysely<Visits>, dialect: TestDialect, table = 'visits') => {
  if (dialect === 'postgres') await sql.raw(`vacuum analyze ${table}`).execute(db);
  if (dialect === 'mysql') await sql.raw(`analyze table ${table}`).execute(db);
};

const wanted = ({ proposals }: Advice) =>
  proposals.map(({ table, columns }) => `${table} ${columns.join(' ')}`);

describe.each(dialects)('advice on deep pages on %s', (dialect) => {
  let database: LoggedDatabase<Visits>;
  let db: Kysely<Visits>;
  const isPostgres = dialect === 'postgres';
  const advise = (definition: TableDefinition, options?: AdviseOptions) =>
    adviseIndexes(tablesOf(db, definition), options);

  beforeAll(async () => {
    database = await loggedDatabase<Visits>(dialect);
    db = database.db;
    await createVisits(db, dialect);
    await sql`create index visits_placed on visits (placed_at)`.execute(db);
    await analyze(db, dialect);
  });

  afterAll(() => database.destroy());

  it('recognises indexes that implicitly end with the primary key', async () => {
    const advice = await advise(visitsBy('id'));

    if (isPostgres) {
      const [{ columns, reasons, gain, superfluous } = expect.fail('nothing is proposed')] = advice.proposals;
      expect(columns).toEqual(['placed_at', 'id']);
      expect(reasons[0]).toEqual({
        template: 'visits',
        feature: 'default sort, page at 50 %',
        plan: expect.stringMatching(/^reads (all of visits|the 6,000 rows that it skips)/),
      });
      expect(gain).toMatchObject({ feature: 'default sort, page at 50 %', basis: 'estimated' });
      expect(superfluous).toEqual([
        { name: 'visits_placed', statement: 'DROP INDEX CONCURRENTLY "visits_placed"' },
      ]);
    } else {
      expect(advice.proposals).toEqual([]);
    }
  });

  it('proposes the row identifier at the end where it is not the primary key', async () => {
    expect(wanted(await advise(visitsBy('code')))).toEqual(['visits placed_at code']);
  });

  it('proposes nothing after the index is created', async () => {
    await sql`create index visits_placed_id on visits (placed_at, id)`.execute(db);
    await analyze(db, dialect);
    const { proposals, notes } = await advise(visitsBy('id'));
    await (dialect === 'mysql'
      ? sql`drop index visits_placed_id on visits`
      : sql`drop index visits_placed_id`
    ).execute(db);

    expect(proposals).toEqual([]);
    expect(notes).toEqual([]);
  });

  it('reports no index as superfluous that supports more than the new one', async () => {
    const table = 'more_visits';
    await createVisits(db, dialect, table, { bare: true });
    for (const statement of [
      `create index plain on ${table} (placed_at)`,
      `create unique index only_one on ${table} (placed_at)`,
      `create index other_column on ${table} (placed_at, reason)`,
      ...(dialect === 'mysql'
        ? [`alter table ${table} add constraint promised unique (placed_at)`]
        : [`create index of_some on ${table} (placed_at) where is_open`]),
      ...(isPostgres
        ? [
            `create index with_more on ${table} (placed_at) include (reason)`,
            `alter table ${table} add constraint promised unique (placed_at)`,
            `create index descending on ${table} (placed_at desc)`,
          ]
        : []),
      ...(dialect === 'sqlite' ? [`create index collated on ${table} (placed_at collate nocase)`] : []),
    ]) {
      await sql.raw(statement).execute(db);
    }
    await analyze(db, dialect, table);
    const { proposals } = await advise(visitsBy('code', table));
    const quote = (name: string) => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`);
    const statement = {
      postgres: `DROP INDEX CONCURRENTLY ${quote('plain')}`,
      mysql: `DROP INDEX ${quote('plain')} ON ${quote(table)}`,
      sqlite: `DROP INDEX ${quote('plain')}`,
    }[dialect];

    expect(proposals.map(({ columns }) => columns)).toEqual([['placed_at', 'code']]);
    expect(
      proposals[0]?.superfluous.toSorted((a, b) => b.name.localeCompare(a.name)).map(({ name }) => name),
    ).toEqual(isPostgres ? ['plain', 'descending'] : ['plain']);
    const plain = proposals[0]?.superfluous.find(({ name }) => name === 'plain')?.statement ?? '';
    expect(plain).toBe(statement);
    await sql.raw(plain).execute(db);
  });

  it('proposes indexes of tables of another schema, next to them', async () => {
    const clinic = dialect === 'mysql' ? `test_clinic_${process.pid}_${Date.now()}` : 'clinic';
    const create = {
      postgres: `create schema ${clinic}`,
      mysql: `create database ${clinic}`,
      sqlite: `attach ':memory:' as ${clinic}`,
    }[dialect];
    await sql.raw(create).execute(db);
    try {
      await createVisits(db, dialect, `${clinic}.visits`);
      await analyze(db, dialect, `${clinic}.visits`);
      const bySchema = visitsBy('id', 'visits', (anyDb) =>
        anyDb
          .withSchema(clinic)
          .selectFrom('visits')
          .select(['visits.id as dtRowId', 'visits.placed_at', 'visits.reason']),
      );
      const advices = [await advise(visitsBy('id', `${clinic}.visits`)), await advise(bySchema)];
      for (const { proposals, notes } of advices) {
        expect(notes).toEqual([]);
        expect(proposals.map(({ table, name, statements }) => ({ table, name, statements }))).toEqual([
          {
            table: `${clinic}.visits`,
            name: 'visits_placed_at_id_idx',
            statements: [
              {
                postgres:
                  'CREATE INDEX CONCURRENTLY "visits_placed_at_id_idx" ON "clinic"."visits" ("placed_at", "id")',
                mysql: `CREATE INDEX \`visits_placed_at_id_idx\` ON \`${clinic}\`.\`visits\` (\`placed_at\`, \`id\`)`,
                sqlite: 'CREATE INDEX "clinic"."visits_placed_at_id_idx" ON "visits" ("placed_at", "id")',
              }[dialect],
            ],
          },
        ]);
      }
      if (isPostgres) {
        const { gain, size, reasons } = advices[0]?.proposals[0] ?? expect.fail();
        expect(reasons[0]?.plan).toBe('reads all of clinic.visits (12,000 rows), sorts 12,000 rows');
        expect(gain?.basis).toBe('estimated');
        expect(size?.bytes).toBeGreaterThan(many);
      }
      await sql.raw(advices[0]?.proposals[0]?.statements[0] ?? '').execute(db);
      await analyze(db, dialect, `${clinic}.visits`);
      expect((await advise(bySchema)).proposals).toEqual([]);
    } finally {
      if (dialect === 'mysql') await sql`drop database ${sql.id(clinic)}`.execute(db);
    }
  });

  if (isPostgres) {
    it('reports that no index helps a query with its own conditions', async () => {
      const open = visitsBy('id', 'visits', (anyDb) =>
        anyDb
          .selectFrom('visits')
          .select(['visits.id as dtRowId', 'visits.placed_at', 'visits.reason'])
          .where('visits.is_open', '=', true),
      );
      const { proposals, notes } = await advise(open);

      expect(proposals).toEqual([]);
      expect(notes.join('\n')).toContain(
        'visits, default sort, page at 50 %: it reads the rows that it skips. An index on visits (placed_at, id) does not',
      );
    });

    it('asks for confirmation before it builds indexes to measure them, and builds none where hypopg is installed', async () => {
      const asked: unknown[] = [];
      const confirmBuild = (response: boolean) => (build: unknown) => asked.push(build) > 0 && response;
      const basis = ({ proposals }: Advice) => proposals[0]?.gain?.basis;
      const sent = () => database.statements().filter((statement) => /create index/i.test(statement));
      sent();

      expect(basis(await advise(visitsBy('id'), { measure: true }))).toBe('estimated');
      const refused = await advise(visitsBy('id'), { measure: true, confirmBuild: confirmBuild(false) });
      expect(refused.notes).toEqual(['Nothing was built to be measured, so the costs are estimated.']);
      expect(asked).toEqual([{ tables: ['visits'], indexes: 1 }]);
      expect(sent()).toEqual([]);
      const built = await advise(visitsBy('id'), { measure: true, confirmBuild: confirmBuild(true) });
      expect(basis(built)).toBe('measured');
      expect(sent()).toHaveLength(1);

      // The embedded server of most runs has no hypopg; TEST_POSTGRES_URL may name one that has.
      const { rows: available } =
        await sql`select from pg_available_extensions where name = 'hypopg'`.execute(db);
      if (available.length === 0) return;
      await sql`create extension hypopg`.execute(db);
      asked.length = 0;
      const hypothetical = await advise(visitsBy('id'), { measure: true, confirmBuild: confirmBuild(true) });
      await sql`drop extension hypopg`.execute(db);
      expect(basis(hypothetical)).toBe('hypothetical');
      const [pretended, real] = [hypothetical, built].map(({ proposals }) => proposals[0]?.gain);
      expect(pretended?.before).toBe(real?.before);
      // The planner of either knows the order of the index; hypopg guesses its size.
      expect((pretended?.after ?? 0) / (real?.after ?? 1)).toBeGreaterThan(0.5);
      expect((pretended?.after ?? 0) / (real?.after ?? 1)).toBeLessThan(2);
      expect(asked).toEqual([]);
      expect(sent().filter((statement) => /^create index/i.test(statement))).toEqual([]);
    });
  }
});
