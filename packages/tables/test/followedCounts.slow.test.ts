import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installRowCounts, removeRowCounts, type TableDefinition, type Tables } from '../src/index.ts';
import { addEvents, createEvents, type Events, eventsTable } from './events.ts';
import { countBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Shape {
  readonly query: (db: Kysely<Events>) => unknown;
  /** What counts the same rows without the engine. */
  readonly from: string;
  /** What `check()` says has to be installed; null where nothing can follow the query. */
  readonly follows: readonly string[] | null;
}

const events = (db: Kysely<Events>) => db.selectFrom('events').select('events.id as dtRowId');

/** Queries of the events, each with another way to leave rows out or to repeat them. */
const shapes: Record<string, Shape> = {
  'a condition': {
    query: (db) => events(db).where('events.kind', '=', 'a'),
    from: "events where kind = 'a'",
    follows: ['events(kind)'],
  },
  'a condition of two columns': {
    query: (db) => events(db).where('events.kind', '=', 'a').where('topic_id', 'is not', null),
    from: "events where kind = 'a' and topic_id is not null",
    follows: ['events(kind)', 'events(topic_id)'],
  },
  'a condition in raw SQL': {
    query: (db) => events(db).where(sql<boolean>`lower(kind) in ('a', 'it''s (not)')`),
    from: "events where kind = 'a'",
    follows: ['events(kind)'],
  },
  'a condition on a derived table': {
    query: (db) =>
      db
        .selectFrom(db.selectFrom('events').select(['id', 'kind as sort']).as('inside'))
        .where('inside.sort', '=', 'a')
        .select('inside.id as dtRowId'),
    from: "events where kind = 'a'",
    follows: ['events(kind)', 'events(id)'],
  },
  'a common table expression': {
    query: (db) =>
      db
        .with('others', (inside) => inside.selectFrom('events').selectAll().where('kind', '=', 'a'))
        .selectFrom('others')
        .select('others.id as dtRowId'),
    from: "events where kind = 'a'",
    follows: ['events(kind)'],
  },
  'an inner join that drops rows': {
    query: (db) => events(db).innerJoin('topics', 'topics.id', 'events.topic_id'),
    from: 'events join topics on topics.id = events.topic_id',
    follows: ['events(topic_id)', 'topics(id)'],
  },
  'a join that repeats rows': {
    query: (db) =>
      db
        .selectFrom('topics')
        .leftJoin('events', 'events.topic_id', 'topics.id')
        .select(sql<number>`coalesce(events.id, -topics.id)`.as('dtRowId')),
    from: 'topics left join events on events.topic_id = topics.id',
    follows: ['topics(id)', 'events(topic_id)'],
  },
  'a subquery': {
    query: (db) =>
      events(db).where(({ exists, selectFrom }) =>
        exists(selectFrom('topics').select('topics.id').whereRef('topics.id', '=', 'events.topic_id')),
      ),
    from: 'events where topic_id in (select id from topics)',
    follows: ['events(topic_id)', 'topics(id)'],
  },
  'a distinct selection': {
    query: (db) => db.selectFrom('events').select('kind as dtRowId').distinct(),
    from: '(select distinct kind from events) as kinds',
    follows: ['events(kind)'],
  },
  groups: {
    query: (db) =>
      db
        .selectFrom('events')
        .select('kind as dtRowId')
        .groupBy('kind')
        .having(({ fn }) => fn.count('id'), '>', 20),
    from: '(select kind from events group by kind having count(*) > 20) as kinds',
    follows: ['events(id)', 'events(kind)'],
  },
  'a subquery in raw SQL': {
    query: (db) => events(db).where(sql<boolean>`topic_id in (select id from topics)`),
    from: 'events where topic_id in (select id from topics)',
    follows: null,
  },
  'a function that may give another result each time': {
    query: (db) => events(db).where(sql<boolean>`kind = 'a' and current_timestamp is not null`),
    from: "events where kind = 'a'",
    follows: null,
  },
  'a view': {
    query: (db) => db.selectFrom('seen' as 'events').select('id as dtRowId'),
    from: 'seen',
    follows: null,
  },
  'the whole table': { query: events, from: 'events', follows: ['events'] },
  'a lookup': {
    query: (db) => events(db).leftJoin('topics', 'topics.id', 'events.topic_id'),
    from: 'events',
    follows: ['events'],
  },
};

describe.each(dialects)('a count with sources on %s', (dialect) => {
  let database: LoggedDatabase<Events>;
  let db: Kysely<Events>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    await createEvents(db);
    await sql`create view seen as select id, kind from events where kind = 'a'`.execute(db);
    // The bookkeeping, of which none is for the events.
    await installRowCounts(db, ['other']);
  });

  beforeEach(async () => {
    await db.deleteFrom('events').execute();
    await db.deleteFrom('topics').execute();
    await db
      .insertInto('topics')
      .values([{ id: 1 }, { id: 2 }])
      .execute();
    await addEvents(db, 1, 40);
    await addEvents(db, 41, 20, 1);
  });

  afterAll(() => database.destroy());

  const changes: readonly ((db: Kysely<Events>) => Promise<unknown>)[] = [
    (db) => db.updateTable('events').set({ kind: 'b' }).where('id', '<', 20).execute(),
    (db) => db.updateTable('events').set({ topic_id: null }).where('id', '>', 50).execute(),
    (db) => db.updateTable('events').set({ topic_id: 2 }).where('id', 'in', [1, 2, 45]).execute(),
    (db) => db.updateTable('events').set({ kind: 'c' }).where('id', '=', 30).execute(),
    // As many rows as before, and another one of each kind.
    (db) =>
      db
        .updateTable('events')
        .set({ kind: sql`case kind when 'a' then 'b' else 'a' end` })
        .where('id', 'in', [21, 22])
        .execute(),
    (db) =>
      db
        .updateTable('topics')
        .set({ id: 3 })
        .where('id', '=', 2)
        .execute()
        .catch(() => undefined),
    (db) => db.insertInto('topics').values({ id: 9 }).execute(),
    (db) => addEvents(db, 1000, 7, 1),
    (db) => db.deleteFrom('events').where('id', '<', 10).execute(),
    (db) => db.deleteFrom('events').where('topic_id', '=', 1).execute(),
    (db) => db.deleteFrom('topics').where('id', '=', 1).execute(),
  ];
  const tableOf = ({ query }: Shape, more: Partial<TableDefinition> = {}) => {
    const definition = eventsTable('events', more);

    return {
      ...definition,
      template: { ...definition.template, columns: [{ label: 'Id', name: 'dtRowId', data: 'events.id' }] },
      query: query as TableDefinition['query'],
    };
  };
  const faultsOf = async (tables: Tables) =>
    (await checkTables(tables)).flatMap(({ faults }) => faults).filter(({ path }) => path === 'cache');
  const countOf = async (tables: Tables) => (await tables.data('events', {})).count;
  const recounts = () =>
    database.statements().filter((statement) => /^(with .*)?select count\(\*\) as .?count/is.test(statement))
      .length;

  describe.each(Object.entries(shapes))('of %s', (_, shape) => {
    it.each([
      ['without what records its changes', false],
      ['with it', true],
    ])('is right after every change, %s', async (_how, isInstalled) => {
      const sources = [...(shape.follows ?? []), 'events'];
      if (isInstalled) await installRowCounts(db, sources);

      try {
        // What used to be believed: it is no whole table.
        const tables = tablesOf(db, tableOf(shape, { count: { sources: ['events'], wholeTable: true } }));
        for (const change of [() => Promise.resolve(), ...changes]) {
          await change(db);
          const expected = await countBySql(db, shape.from);
          expect(await countOf(tables)).toBe(expected);
          expect(await countOf(tables)).toBe(expected);
        }
      } finally {
        await removeRowCounts(db, sources);
      }
    });

    it('is reported with the objects to install, and kept after they are', async () => {
      const tables = tablesOf(db, tableOf(shape));
      const [fault, ...others] = await faultsOf(tables);

      expect(others).toEqual([]);
      if (shape.follows === null) {
        expect(fault).toMatchObject({ code: 'not_followed' });
        return;
      }
      expect(fault?.code).toBe('not_installed');
      const [, list = ''] = fault?.remedy.match(/installRowCounts\(db, (\[.*\])\)/) ?? [];
      const missing = JSON.parse(list) as string[];
      expect(missing.toSorted()).toEqual(shape.follows.toSorted());

      await installRowCounts(db, missing);
      try {
        expect(await faultsOf(tables)).toEqual([]);
        await countOf(tables);
        recounts();
        // A column that the query does not look at.
        await db.updateTable('other').set({ id: 1 }).execute();
        await countOf(tables);
        expect(recounts()).toBe(0);
      } finally {
        await removeRowCounts(db, missing);
      }
    });
  });

  it('is reported if it is declared a whole table and is not', async () => {
    await installRowCounts(db, ['events(kind)']);
    const count = { sources: ['events'], wholeTable: true };

    expect(await faultsOf(tablesOf(db, tableOf(shapes['a condition'] as Shape, { count })))).toMatchObject([
      { code: 'conflict' },
    ]);
    expect(await faultsOf(tablesOf(db, tableOf(shapes['a lookup'] as Shape, { count })))).toEqual([]);
  });
});
