import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  type CountEntry,
  createTables,
  installRowCounts,
  removeRowCounts,
  type TableDefinition,
  type Tables,
} from '../src/index.ts';
import { addEvents, createEvents, type Events, eventsTable } from './events.ts';
import { countBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** The events' query takes no context. */
const noContext = undefined as never;
const whole = { count: { sources: ['events'], wholeTable: true } };

describe.each(dialects)('the kept count on %s', (dialect) => {
  let database: LoggedDatabase<Events>;
  let db: Kysely<Events>;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    await createEvents(db);
    await installRowCounts(db, ['events(kind)']);
  });

  beforeEach(async () => {
    await db.deleteFrom('events').execute();
    await db.deleteFrom('topics').execute();
    await db.insertInto('topics').values({ id: 1 }).execute();
    await addEvents(db, 1, 50);
    await addEvents(db, 51, 10, 1);
  });

  afterAll(() => database.destroy());

  /** Two processes with the same tables: neither knows what the other does. */
  const processes = (...definitions: TableDefinition[]) => [
    tablesOf(db, definitions),
    tablesOf(db, definitions),
  ];
  const countOf = async (tables: Tables, id = 'events', user?: unknown) =>
    (await tables.data(id, {}, user)).count;

  /** What was counted again since the last look. */
  const recounts = () =>
    database.statements().filter((statement) => /^select count\(\*\) as .?count/i.test(statement)).length;

  const changes: Record<string, { run: (db: Kysely<Events>) => Promise<unknown>; followed?: boolean }> = {
    'one created row': { run: (db) => addEvents(db, 1000, 1) },
    'many created rows': { run: (db) => addEvents(db, 1000, 700) },
    'rows copied by a query': {
      run: (db) =>
        sql`insert into events (id, kind, topic_id) select id + 5000, kind, topic_id from events`.execute(db),
    },
    'one deleted row': { run: (db) => db.deleteFrom('events').where('id', '=', 7).execute() },
    'many deleted rows': { run: (db) => db.deleteFrom('events').where('id', '<', 30).execute() },
    'all rows deleted': { run: (db) => db.deleteFrom('events').execute() },
    'nothing deleted': { run: (db) => db.deleteFrom('events').where('id', '=', -1).execute() },
    'a transaction of both': {
      run: (db) =>
        db.transaction().execute(async (transaction) => {
          await addEvents(transaction, 1000, 3);
          await transaction.deleteFrom('events').where('id', '<', 10).execute();
          await addEvents(transaction, 2000, 1);
        }),
    },
    'a transaction rolled back': {
      run: (db) =>
        db
          .transaction()
          .execute(async (transaction) => {
            await addEvents(transaction, 1000, 3);
            throw new Error('back');
          })
          .catch(() => undefined),
    },
    'a savepoint rolled back': {
      run: async (db) => {
        const transaction = await db.startTransaction().execute();
        await addEvents(transaction, 1000, 3);
        const nested = await transaction.savepoint('here').execute();
        await addEvents(nested, 2000, 4);
        await nested.rollbackToSavepoint('here').execute();
        await transaction.commit().execute();
      },
    },
    'a failed statement': {
      run: (db) =>
        db
          .insertInto('events')
          .values([event(900), event(1)])
          .execute()
          .catch(() => undefined),
    },
    'an upsert': {
      run: (db) =>
        dialect === 'mysql'
          ? sql`insert into events (id, kind) values (1, 'x'), (901, 'x') on duplicate key update kind = 'y'`.execute(
              db,
            )
          : sql`insert into events (id, kind) values (1, 'x'), (901, 'x') on conflict (id) do update set kind = 'y'`.execute(
              db,
            ),
    },
  };

  describe.each(Object.keys(changes))('after %s', (name) => {
    it.each([
      ['counted again', {}],
      ['carried forward', whole],
    ])('is right in every process, %s', async (_, more) => {
      const [writer, reader] = processes(eventsTable('events', more)) as [Tables, Tables];
      expect([await countOf(writer), await countOf(reader)]).toEqual([60, 60]);

      await changes[name]?.run(db);

      const present = await countBySql(db, 'events');
      expect([await countOf(writer), await countOf(reader)]).toEqual([present, present]);
      expect(await countOf(reader)).toBe(present);
    });
  });

  it('follows deletes that a foreign key cascades if and only if the flag is set', async () => {
    const [tables] = processes(eventsTable('events', whole)) as [Tables];
    await countOf(tables);

    await db.deleteFrom('topics').execute();

    expect(await countBySql(db, 'events')).toBe(50);
    expect(await countOf(tables)).toBe(database.capabilities.countsFollowCascades ? 50 : 60);
  });

  it('follows TRUNCATE if and only if the flag is set', async () => {
    const [tables] = processes(eventsTable('events', whole)) as [Tables];
    await countOf(tables);

    await (dialect === 'sqlite' ? sql`delete from events` : sql`truncate table events`).execute(db);

    expect(await countOf(tables)).toBe(database.capabilities.countsFollowTruncate ? 0 : 60);
  });

  it('is updated without counting for a whole table, and counted again for a part of it', async () => {
    const part = eventsTable('part');
    const tables = tablesOf(db, [
      eventsTable('events', whole),
      { ...part, query: (anyDb, context) => part.query(anyDb, context).where('events.kind', '=', 'a') },
    ]);
    expect([await countOf(tables), await countOf(tables, 'part')]).toEqual([60, 30]);
    recounts();

    await addEvents(db, 1000, 5);

    expect(await countOf(tables)).toBe(65);
    expect(recounts()).toBe(0);
    expect(await countOf(tables, 'part')).toBe(await countBySql(db, 'events', "kind = 'a'"));
    expect(recounts()).toBe(1);
    expect([await countOf(tables), await countOf(tables, 'part')]).toEqual([
      65,
      await countBySql(db, 'events', "kind = 'a'"),
    ]);
    expect(recounts()).toBe(0);
  });

  it('heeds rows that are exchanged for others, although there are as many as before', async () => {
    const part = eventsTable('events');
    const tables = tablesOf(db, {
      ...part,
      query: (anyDb) => part.query(anyDb, noContext).where('events.kind', '=', 'a'),
    });
    expect(await countOf(tables)).toBe(30);

    await db.insertInto('events').values({ id: 1000, kind: 'a', topic_id: null }).execute();
    await db.deleteFrom('events').where('id', '=', 1).execute();

    expect(await countBySql(db, 'events')).toBe(60);
    expect(await countOf(tables)).toBe(31);
  });

  it('is not touched by updates, by other tables or by other requests', async () => {
    const [tables] = processes(eventsTable('events')) as [Tables];
    await countOf(tables);
    recounts();

    await db.updateTable('events').set({ kind: 'z' }).execute();
    await db.insertInto('other').values({ id: 1 }).execute();
    await db.deleteFrom('other').execute();
    await db.insertInto('topics').values({ id: 2 }).execute();
    await tables.data('events', { filters: { events: { kind: 'a' } }, meta: { start: 3 } });

    expect(await countOf(tables)).toBe(60);
    // The filtered count of the request in between, and nothing else.
    expect(recounts()).toBe(1);
  });

  it('lives for an hour, and is counted again when the cache has forgotten it', async () => {
    const entries = new Map<string, CountEntry>();
    const lifetimes = new Set<number>();
    const tables = createTables({
      db,
      definitions: [eventsTable('events')],
      countCache: {
        get: (key) => entries.get(key),
        set: (key, entry, lifetime) => {
          lifetimes.add(lifetime);
          entries.set(key, entry);
        },
      },
    });
    await countOf(tables);
    recounts();

    await countOf(tables);
    expect(recounts()).toBe(0);
    entries.clear();
    expect(await countOf(tables)).toBe(60);
    expect(recounts()).toBe(1);
    expect([...lifetimes]).toEqual([3_600_000]);
  });

  it('is kept for its hour where the table names no sources', async () => {
    const { count: _, ...definition } = eventsTable('events');
    const [tables] = processes(definition) as [Tables];
    await countOf(tables);
    recounts();

    await addEvents(db, 1000, 5);

    expect(await countOf(tables)).toBe(60);
    expect(recounts()).toBe(0);
  });

  it('is not kept where a named source was never prepared', async () => {
    const [tables] = processes(eventsTable('events', { count: { sources: ['events', 'other'] } })) as [
      Tables,
    ];
    await countOf(tables);
    recounts();

    await addEvents(db, 1000, 5);

    expect(await countOf(tables)).toBe(65);
    expect(recounts()).toBe(1);
    expect((await checkTables(tables))[0]?.faults).toMatchObject([{ path: 'cache', code: 'not_installed' }]);
  });

  it('is never kept without cache in the template', async () => {
    const definition = eventsTable('events');
    const [tables] = processes({ ...definition, template: { ...definition.template, cache: false } }) as [
      Tables,
    ];
    await countOf(tables);

    await addEvents(db, 1000, 5);

    expect(await countOf(tables)).toBe(65);
  });

  it('never mixes the counts of different users or parameters', async () => {
    const definition = eventsTable('events');
    const tables = tablesOf(db, {
      ...definition,
      query: (anyDb, context) =>
        definition
          .query(anyDb, context)
          .where('events.kind', '=', context.user)
          .where('events.id', '>', Number(context.request.params.above ?? 0)),
    });
    await db.updateTable('events').set({ kind: 'b' }).where('id', '<=', 20).execute();
    const ofUser = (user: string, above = 0) =>
      tables.data('events', { params: { above } }, user).then(({ count }) => count);

    for (const _round of [1, 2]) {
      expect(await Promise.all([ofUser('a'), ofUser('b'), ofUser('c'), ofUser('b', 20)])).toEqual([
        20, 40, 0, 20,
      ]);
    }
  });

  it('is kept per key of the definition', async () => {
    const tables = tablesOf(
      db,
      eventsTable('events', {
        query: (anyDb) => eventsTable('events').query(anyDb, noContext),
        count: { sources: ['events'], key: ({ user }) => String(user) },
      }),
    );
    recounts();

    await countOf(tables, 'events', 'one');
    await countOf(tables, 'events', 'two');
    await countOf(tables, 'events', 'one');

    expect(recounts()).toBe(2);
  });

  it('may be prepared again and again', async () => {
    const [tables] = processes(eventsTable('events', whole)) as [Tables];
    await countOf(tables);

    await installRowCounts(db, ['events', 'events(kind)', 'events']);
    await addEvents(db, 1000, 5);

    expect(await countOf(tables)).toBe(65);
  });

  it('follows each of two tables whose long names have the same prefix', async () => {
    const names = ['first', 'second'].map((end) => `events_${'x'.repeat(45)}_${end}`) as [string, string];
    for (const name of names) {
      await db.schema.createTable(name).addColumn('id', 'integer').execute();
    }
    await installRowCounts(db, names);
    try {
      await sql`insert into ${sql.table(names[0])} values (1), (2)`.execute(db);
      await sql`insert into ${sql.table(names[1])} values (1)`.execute(db);
      const { rows } = await sql<{ source: string; n: number | string }>`
        select source, sum(delta) as n from rowhouse_row_changes
        where source in (${sql.join(names)}) group by source order by source`.execute(db);

      expect(rows.map(({ source, n }) => [source, Number(n)])).toEqual([
        [names[0], 2],
        [names[1], 1],
      ]);
    } finally {
      await removeRowCounts(db, names);
      for (const name of names) await db.schema.dropTable(name).execute();
    }
  });

  it('is not kept while its preparation is removed, and is right when it is prepared again', async () => {
    const [tables, other] = processes(eventsTable('events', whole)) as [Tables, Tables];
    expect([await countOf(tables), await countOf(other)]).toEqual([60, 60]);

    await removeRowCounts(db, ['events']);
    try {
      await addEvents(db, 1000, 5);
      expect(await countOf(tables)).toBe(65);
      await addEvents(db, 2000, 5);
      expect(await countOf(tables)).toBe(70);
      expect(await sql`select * from rowhouse_row_counts where source = 'events'`.execute(db)).toMatchObject({
        rows: [],
      });
    } finally {
      await installRowCounts(db, ['events(kind)']);
    }

    // This process did not look while nothing was recorded.
    expect(await countOf(other)).toBe(70);
    await addEvents(db, 3000, 5);
    expect(await countOf(other)).toBe(75);
  });
});

function event(id: number) {
  return { id, kind: 'a', topic_id: null };
}
