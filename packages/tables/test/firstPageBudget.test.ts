import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TableDefinition, Tables } from '../src/index.ts';
import { addEvents, createEvents, type Events, eventsTable } from './events.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** What a first page may cost, whatever the speed of the machine. The second timer is that of an idle connection. */
const budget = { statements: 1, timers: 2, listeners: 2, hashes: 0 };

/** With a lookup, whose join counts leave out because of a key. */
const query = ((db: Kysely<Events>) =>
  db
    .selectFrom('events')
    .leftJoin('topics', 'topics.id', 'events.topic_id')
    .select(['events.id as dtRowId', 'events.kind'])) as unknown as TableDefinition['query'];

describe.each(dialects)('a first page whose count is cached for an hour, on %s', (dialect) => {
  let database: LoggedDatabase<Events>;
  let tables: Tables;
  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createEvents(database.db);
    await addEvents(database.db, 1, 50);
    tables = tablesOf(database.db, eventsTable('events', { query, count: {} }));
  });
  afterAll(() => database.destroy());

  it('stays within its budget of statements, timers, abort listeners and hashes', async () => {
    // Compiled, counted and connected by the first ones.
    for (let request = 0; request < 3; request++) await tables.data('events', {});
    const counts = counters();
    database.statements();
    const { data, count } = await tables.data('events', {});
    const spent = { statements: database.statements().length, ...counts.end() };

    expect([data.length > 0, count]).toEqual([true, 50]);
    for (const [name, most] of Object.entries(budget)) {
      expect(spent[name as keyof typeof spent], name).toBeLessThanOrEqual(most);
    }
  });
});

/** Counts what the engine starts until `end`, by itself or by what it calls; other parts of the process do not count. */
function counters() {
  const found = { timers: 0, listeners: 0, hashes: 0 };
  const restores = [
    onCall(globalThis, 'setTimeout', () => found.timers++),
    onCall(AbortSignal.prototype, 'addEventListener', () => found.listeners++),
    onCall(crypto, 'createHash', () => found.hashes++),
  ];
  syncBuiltinESMExports();

  return {
    end() {
      for (const restore of restores) restore();
      syncBuiltinESMExports();

      return found;
    },
  };
}

/** Replaces a method until the returned function is called. */
function onCall(holder: object, name: string, run: () => void): () => void {
  const isOwn = Object.hasOwn(holder, name);
  const original = Reflect.get(holder, name) as (...args: unknown[]) => unknown;
  Reflect.set(holder, name, function (this: unknown, ...args: unknown[]) {
    if (new Error().stack?.includes('/packages/tables/src/')) run();

    return original.apply(this, args);
  });

  return () => {
    if (isOwn) Reflect.set(holder, name, original);
    else Reflect.deleteProperty(holder, name);
  };
}
