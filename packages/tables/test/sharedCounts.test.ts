import { type Kysely, type KyselyPlugin, SelectQueryNode } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { createEvents, type Events, eventsTable } from './events.ts';
import { tablesOf } from './support.ts';

/** Keeps the results of counts that the database has already computed until they are released. */
function heldCounts() {
  const counts = new WeakSet<object>();
  const held: (() => void)[] = [];
  let isHolding = true;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (SelectQueryNode.is(node) && JSON.stringify(node.selections)?.includes('count(*)')) {
        counts.add(queryId);
      }

      return node;
    },
    async transformResult({ result, queryId }) {
      if (isHolding && counts.has(queryId)) await new Promise<void>((release) => held.push(release));

      return result;
    },
  };

  return {
    plugin,
    held: () => held.length,
    release() {
      isHolding = false;
      for (const release of held) release();
    },
  };
}

describe.each(dialects)('counts of simultaneous requests on %s', (dialect) => {
  let database: TestDatabase<Events>;
  let db: Kysely<Events>;

  beforeAll(async () => {
    database = await createTestDatabase<Events>(dialect);
    db = database.db;
    await createEvents(db);
  });

  beforeEach(async () => {
    await db.deleteFrom('events').execute();
    await db
      .insertInto('events')
      .values([1, 2, 3, 4, 5].map((id) => ({ id, kind: 'a', topic_id: null })))
      .execute();
  });

  afterAll(() => database.destroy());

  it.each([
    ['the count', {}],
    ['the filtered count', { filters: { events: { kind: 'a' } } }],
  ])('are never taken before the request arrived: %s', async (_, payload) => {
    const counts = heldCounts();
    const definition = eventsTable('events', { count: {} });
    const tables = tablesOf(db.withPlugin(counts.plugin), {
      ...definition,
      template: { ...definition.template, cache: false },
    });

    const earlier = tables.data('events', payload);
    await vi.waitUntil(() => counts.held() > 0, { timeout: 60_000 });
    await db.deleteFrom('events').where('id', '=', 1).execute();
    const later = tables.data('events', payload);
    const another = tables.data('events', payload);
    // Both have come before the count of the first request is known.
    await db.selectFrom('events').select('id').execute();
    counts.release();

    await earlier;
    for (const { data, count, filtered } of await Promise.all([later, another])) {
      expect([data.length, count, filtered]).toEqual([4, 4, 4]);
    }
  });
});
