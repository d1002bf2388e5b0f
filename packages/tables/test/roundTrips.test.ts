import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { installRowCounts, type TableDefinition, type Tables } from '../src/index.ts';
import { addEvents, createEvents, type Events, eventsTable } from './events.ts';
import { countBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** Events with a lookup, whose join is left out of counts because of the key of its table. */
const withLookup = (name: string) => {
  // Both tables have the same columns.
  const table = name as 'topics';
  const query = (db: Kysely<Events>) =>
    db
      .selectFrom('events')
      .leftJoin(table, `${table}.id`, 'events.topic_id')
      .select(['events.id as dtRowId', 'events.kind']);

  return eventsTable('events', { query: query as unknown as TableDefinition['query'] });
};
const filtered = { filters: { events: { kind: 'a' } } };
const forced = { ...filtered, meta: { forceInfo: true } };

describe.each(dialects)('the statements of a page with its exact count, on %s', (dialect) => {
  let database: LoggedDatabase<Events>;
  let db: Kysely<Events>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    await createEvents(db);
    await installRowCounts(db, ['events']);
    await db.insertInto('topics').values({ id: 1 }).execute();
    await addEvents(db, 1, 1500, 1);
  });

  beforeEach(() => {
    tables = tablesOf(db, withLookup('topics'));
  });

  afterAll(() => database.destroy());

  const kinds = (statements: readonly string[]) =>
    statements.map((statement) =>
      /^select count\(\*\)/i.test(statement) ? 'count' : /dtRowId/.test(statement) ? 'page' : 'state',
    );

  /** What a request sends; its count has to be right. */
  async function sent(payload: object = {}) {
    database.statements();
    const { count } = await tables.data('events', payload);
    const statements = kinds(database.statements());
    expect(count).toBe(await countBySql(db, 'events'));

    return statements;
  }

  const write = () => addEvents(db, 10_000 + Math.floor(Math.random() * 1e9), 1, 1);

  /** Snapshots are of the whole server, where other programs may commit at any moment. */
  const quietly = (payload: object, expected: readonly string[]) =>
    expect.poll(() => sent(payload), { timeout: 60_000 }).toEqual(expected);

  it('are one while nothing is committed, where snapshots have names; otherwise two', async () => {
    const expected = dialect === 'postgres' ? ['page'] : ['page', 'state'];

    await quietly({}, expected);
    await quietly({ meta: { start: 1200 } }, expected);
  });

  it('are two for a filtered page, read at the same time', async () => {
    await quietly(forced, dialect === 'postgres' ? ['page', 'count'] : ['page', 'count', 'state']);
  });

  it('are at most one more after a commit, for the count and the keys together', async () => {
    await sent();
    for (let round = 0; round < 5; round++) {
      await write();
      const statements = await sent();

      expect(statements.filter((kind) => kind === 'page')).toHaveLength(1);
      expect(statements.filter((kind) => kind === 'state').length).toBeLessThanOrEqual(1);
    }
  });

  it('have the correct count of a cached entry below the limit, together with the page', async () => {
    await sent();
    for (let round = 0; round < 3; round++) {
      await write();
      const response = await tables.data('events', filtered);

      expect(response.filtered).toBe(await countBySql(db, 'events', "kind = 'a'"));
    }
  });

  it('detect a dropped key in any request', async () => {
    await quietly({}, dialect === 'postgres' ? ['page'] : ['page', 'state']);
    await db.schema.createTable('copies').addColumn('id', 'integer').execute();
    const other = tablesOf(db, withLookup('copies'));
    await db
      .insertInto('copies' as never)
      .values({ id: 1 } as never)
      .execute();
    await sql`create unique index copies_id on copies (id)`.execute(db);
    const before = await countBySql(db, 'events');
    expect((await other.data('events', {})).count).toBe(before);
    expect((await other.data('events', {})).count).toBe(before);

    await (dialect === 'mysql' ? sql`drop index copies_id on copies` : sql`drop index copies_id`).execute(db);
    await db
      .insertInto('copies' as never)
      .values({ id: 1 } as never)
      .execute();

    expect((await other.data('events', {})).count).toBe(2 * before);
    await db.schema.dropTable('copies').execute();
  });
});
