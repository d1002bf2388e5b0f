import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, type TestDialect } from '../../../test/databases.ts';
import { installActionRuns, type TableDefinition } from '../src/index.ts';
import { actionTemplate } from './closing.ts';
import { expectPages, shapeTable } from './shapes.ts';
import type { Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Clinic {
  rooms: { id: number; floor: number };
  doctors: { id: number; name: string; room_id: number };
  visits: { id: number; doctor_id: number; stand_in_id: number | null; reason: string };
}

/** Every visit has a doctor, and every doctor a room. */
const schema = [
  'create table rooms (id integer not null primary key, floor integer not null)',
  `create table doctors (id integer not null primary key, name varchar(40) not null, room_id integer not null,
    constraint doctors_room foreign key (room_id) references rooms (id))`,
  `create table visits (id integer not null primary key, doctor_id integer not null, stand_in_id integer,
    reason varchar(40) not null,
    constraint visits_doctor foreign key (doctor_id) references doctors (id),
    constraint visits_stand_in foreign key (stand_in_id) references doctors (id))`,
];
const size = 1500;

const visits = (db: Kysely<Clinic>) =>
  db
    .selectFrom('visits')
    .innerJoin('doctors', 'doctors.id', 'visits.doctor_id')
    .select(['visits.id as dtRowId', 'visits.reason', 'doctors.name as doctor']);

function table(query: (db: Kysely<Clinic>) => unknown): TableDefinition {
  return shapeTable({ reason: 'visits.reason' }, query as unknown as (db: Kysely<Shop>) => unknown);
}

const from = 'visits join doctors on doctors.id = visits.doctor_id';
const ids = (source: string) => `select visits.id as id from ${source} order by visits.id`;

describe.each(dialects)('inner joins on %s', (dialect) => {
  let database: LoggedDatabase<Clinic>;
  let db: Kysely<Clinic>;

  const run = async (...statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    await run(...schema);
    await db
      .insertInto('rooms')
      .values([1, 2, 3].map((id) => ({ id, floor: id })))
      .execute();
    await db
      .insertInto('doctors')
      .values(
        Array.from({ length: 12 }, (_, index) => ({
          id: index + 1,
          name: `D${index}`,
          room_id: (index % 3) + 1,
        })),
      )
      .execute();
    for (let start = 0; start < size; start += 500) {
      await db
        .insertInto('visits')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            id: start + index + 1,
            doctor_id: (index % 12) + 1,
            stand_in_id: index % 5 === 0 ? null : (index % 7) + 1,
            reason: `R${index % 40}`,
          })),
        )
        .execute();
    }
  });

  afterAll(() => database.destroy());

  const joins = async (definition: TableDefinition) => {
    const tables = tablesOf(db, definition);
    await tables.data('shape', {});
    database.statements();
    await tables.data('shape', {});
    const [count] = database.statements().filter((statement) => /^select count\(\*\)/i.test(statement));

    return count?.match(/ join /g)?.length ?? 0;
  };
  const pages = (definition: TableDefinition, statement: string) =>
    expectPages(db as unknown as Kysely<Shop>, definition, statement);

  /** How many joins are left in a count where foreign keys are enforced for everybody, and where they are not. */
  const shapes: Record<
    string,
    { query: (db: Kysely<Clinic>) => unknown; source: string; joins: [number, number] }
  > = {
    'by a foreign key that is never null': { query: visits, source: from, joins: [0, 1] },
    'through another one': {
      query: (db) => visits(db).innerJoin('rooms', 'rooms.id', 'doctors.room_id'),
      source: `${from} join rooms on rooms.id = doctors.room_id`,
      joins: [0, 2],
    },
    'by a foreign key that may be null': {
      query: (db) =>
        db
          .selectFrom('visits')
          .innerJoin('doctors', 'doctors.id', 'visits.stand_in_id')
          .select(['visits.id as dtRowId', 'visits.reason']),
      source: 'visits join doctors on doctors.id = visits.stand_in_id',
      joins: [1, 1],
    },
    'by more than its key': {
      query: (db) =>
        db
          .selectFrom('visits')
          .innerJoin('doctors', (join) =>
            join.onRef('doctors.id', '=', 'visits.doctor_id').on('doctors.room_id', '=', 1),
          )
          .select(['visits.id as dtRowId', 'visits.reason']),
      source: `${from} and doctors.room_id = 1`,
      joins: [1, 1],
    },
    'by a column without a foreign key': {
      query: (db) =>
        db
          .selectFrom('visits')
          .innerJoin('rooms', 'rooms.id', 'visits.doctor_id')
          .select(['visits.id as dtRowId', 'visits.reason']),
      source: 'visits join rooms on rooms.id = visits.doctor_id',
      joins: [1, 1],
    },
    'to a table that a left join may not find': {
      query: (db) =>
        db
          .selectFrom('visits')
          .leftJoin('doctors', 'doctors.id', 'visits.stand_in_id')
          .innerJoin('rooms', 'rooms.id', 'doctors.room_id')
          .select(['visits.id as dtRowId', 'visits.reason']),
      source:
        'visits left join doctors on doctors.id = visits.stand_in_id join rooms on rooms.id = doctors.room_id',
      joins: [2, 2],
    },
    'whose table a condition speaks of': {
      query: (db) => visits(db).where('doctors.name', '<>', 'D3'),
      source: `${from} where doctors.name <> 'D3'`,
      joins: [1, 1],
    },
  };

  it.each(Object.entries(shapes))(
    'return the rows of plain SQL: %s',
    async (_, { query, source, joins: expected }) => {
      await pages(table(query), ids(source));
      expect(await joins(table(query))).toBe(expected[dialect === 'postgres' ? 0 : 1]);
    },
  );

  /** What makes a foreign key one that does not hold for every row, and what undoes it. */
  const breaks: Record<string, { dialect: TestDialect; run: string[]; undo: string[] }> = {
    'is not validated': {
      dialect: 'postgres',
      run: [
        'alter table visits drop constraint visits_doctor',
        "insert into visits values (9001, 99, null, 'lost')",
        'alter table visits add constraint visits_doctor foreign key (doctor_id) references doctors (id) not valid',
      ],
      undo: ['delete from visits where id = 9001', 'alter table visits validate constraint visits_doctor'],
    },
    'may be deferred': {
      dialect: 'postgres',
      run: ['alter table visits alter constraint visits_doctor deferrable initially deferred'],
      undo: ['alter table visits alter constraint visits_doctor not deferrable'],
    },
    'has triggers that are switched off': {
      dialect: 'postgres',
      run: ['alter table visits disable trigger all', "insert into visits values (9001, 99, null, 'lost')"],
      undo: ['delete from visits where id = 9001', 'alter table visits enable trigger all'],
    },
    'leads to a table whose rows are not for everybody': {
      dialect: 'postgres',
      run: ['alter table doctors enable row level security'],
      undo: ['alter table doctors disable row level security'],
    },
    'is of a table that another one inherits': {
      dialect: 'postgres',
      run: ['create table older () inherits (visits)', "insert into older values (9001, 99, null, 'lost')"],
      undo: ['drop table older', 'vacuum visits'],
    },
    'leads to a table whose key is not unique any more': {
      dialect: 'postgres',
      run: [
        'alter table doctors drop constraint doctors_pkey cascade',
        "insert into doctors values (1, 'twice', 1)",
      ],
      undo: [
        "delete from doctors where name = 'twice'",
        'alter table doctors add primary key (id)',
        'alter table visits add constraint visits_doctor foreign key (doctor_id) references doctors (id)',
      ],
    },
    'is of a column that may be null meanwhile': {
      dialect: 'postgres',
      run: [
        'alter table visits alter doctor_id drop not null',
        "insert into visits values (9001, null, null, 'lost')",
      ],
      undo: ['delete from visits where id = 9001', 'alter table visits alter doctor_id set not null'],
    },
    'was not checked by another session': {
      dialect: 'mysql',
      run: ["set statement foreign_key_checks=0 for insert into visits values (9001, 99, null, 'lost')"],
      undo: ['delete from visits where id = 9001'],
    },
    'is not enforced': {
      dialect: 'sqlite',
      run: ['pragma foreign_keys = off', "insert into visits values (9001, 99, null, 'lost')"],
      undo: ['delete from visits where id = 9001', 'pragma foreign_keys = on'],
    },
  };

  describe.each(Object.entries(breaks).filter(([, each]) => each.dialect === dialect))(
    'by a foreign key that %s',
    (_, { run: statements, undo }) => {
      it('stay, also in a process that omitted them before', async () => {
        const definition = table(visits);
        const earlier = tablesOf(db, definition);
        const page = { meta: { start: 1100, length: 5 } };
        await earlier.data('shape', page);

        await run(...statements);
        try {
          const statement =
            'select count(*) as n from (select visits.id from visits join doctors on doctors.id = visits.doctor_id) as plain';
          const { rows } = await sql<{ n: number | string }>`${sql.raw(statement)}`.execute(db);
          expect((await earlier.data('shape', page)).count).toBe(Number(rows[0]?.n));
          // Twice the same row has twice the same identifier, of which no page is made.
          if (!statements.some((text) => text.includes('twice'))) await pages(definition, ids(from));
          expect(await joins(definition)).toBe(1);
        } finally {
          await run(...undo);
        }
        expect(await joins(definition)).toBe(dialect === 'postgres' ? 0 : 1);
      });
    },
  );

  if (dialect === 'postgres')
    it('stay in actions, with any keys in an earlier catalogue', async () => {
      await installActionRuns(db);
      const { template, ...definition } = table(visits);
      const tables = tablesOf(db, {
        ...definition,
        template: { ...template, buttons: actionTemplate.buttons },
        actions: { close: { row: () => undefined } },
      } as unknown as TableDefinition);
      await tables.data('shape', {});

      await run(
        'alter table visits drop constraint visits_doctor',
        "insert into visits values (9001, 99, null, 'lost')",
      );
      try {
        expect(await tables.runAction('shape', 'close', {}, null)).toMatchObject({
          processed: size,
          gone: 0,
        });
      } finally {
        await run(
          'delete from visits where id = 9001',
          'alter table visits add constraint visits_doctor foreign key (doctor_id) references doctors (id)',
        );
      }
    });

  if (dialect === 'postgres')
    it('are omitted for a composite key if all of its columns are compared', async () => {
      await run(
        'create table wards (floor integer, number integer, primary key (floor, number))',
        `create table beds (id integer primary key, floor integer not null, ward integer not null,
        foreign key (floor, ward) references wards (floor, number))`,
        'insert into wards select a, b from generate_series(1, 3) a, generate_series(1, 3) b',
        'insert into beds select n, n % 3 + 1, n % 2 + 1 from generate_series(1, 1300) n',
      );
      const bedsBy = (condition: string) =>
        shapeTable({ floor: 'beds.floor' }, ((anyDb: Kysely<Record<string, Record<string, number>>>) => {
          const beds = anyDb.selectFrom('beds');
          const joined =
            condition === 'both'
              ? beds.innerJoin('wards', (join) =>
                  join.onRef('wards.floor', '=', 'beds.floor').onRef('wards.number', '=', 'beds.ward'),
                )
              : beds.innerJoin('wards', (join) =>
                  join.onRef('wards.floor', '=', 'beds.ward').onRef('wards.number', '=', 'beds.floor'),
                );

          return joined.select('beds.id as dtRowId');
        }) as unknown as (db: Kysely<Shop>) => unknown);

      expect(await joins(bedsBy('both'))).toBe(0);
      expect(await joins(bedsBy('crossed'))).toBe(1);
      await pages(bedsBy('both'), 'select beds.id as id from beds order by id');
    });
});
