import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type Tables } from '../src/index.ts';
import { idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Clocks {
  clocks: { id: number; at: string };
}

/** As they are stored, in UTC: the last microseconds of a second and of a day, and the first of the next. */
const stored = [
  '2026-07-01 00:00:00.000000',
  '2026-07-01 12:00:59.999000',
  '2026-07-01 12:00:59.999400',
  '2026-07-01 12:01:00.000000',
  '2026-07-01 23:59:59.000000',
  '2026-07-01 23:59:59.999000',
  '2026-07-01 23:59:59.999400',
  '2026-07-01 23:59:59.999999',
  '2026-07-02 00:00:00.000000',
];
const upTo = (time: string) => stored.filter((at) => at < time).map((at) => stored.indexOf(at) + 1);

describe.each(dialects)('upper bounds of dates on %s', (dialect) => {
  let database: LoggedDatabase<Clocks>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    const { db } = database;
    const type = { postgres: sql`timestamp`, mysql: sql`datetime(6)`, sqlite: sql`datetime` }[dialect];
    await db.schema
      .createTable('clocks')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('at', type)
      .execute();
    await db
      .insertInto('clocks')
      .values(stored.map((at, index) => ({ id: index + 1, at })))
      .execute();
    const clocks = defineTable({
      template: {
        routePrefix: 'clocks',
        columns: [{ label: 'At', name: 'at', data: 'clocks.at', meta: ['datetime', 'filterable'] }],
      },
      query: (own: Kysely<Clocks>) => own.selectFrom('clocks').select(['id as dtRowId', 'at']),
    });
    tables = tablesOf(db, clocks);
  });

  afterAll(() => database.destroy());

  const found = async (payload: object) => idsOf(await tables.data('clocks', payload)).sort();
  const between = (max: string) => found({ intervals: { clocks: { at: { min: '2026-07-01', max } } } });

  it.each([
    ['a day', '2026-07-01'],
    ['the last millisecond of a day', '2026-07-01T23:59:59.999Z'],
    ['the last second of a day', '2026-07-01 23:59:59'],
    ['the same with a zone of its own', '2026-07-02T01:59:59.999+02:00'],
  ])('%s, last until the next day begins', async (_name, max) => {
    expect(await between(max)).toEqual(upTo('2026-07-02'));
  });

  it('last until the end of the second or millisecond for a time', async () => {
    expect(await between('2026-07-01 12:00:59')).toEqual(upTo('2026-07-01 12:01'));
    expect(await between('2026-07-01 12:00:59.999')).toEqual(upTo('2026-07-01 12:01'));
    expect(await between('2026-07-01 12:00:59.998')).toEqual(upTo('2026-07-01 12:00:59.999'));
    expect(await between('2026-07-01 12:00')).toEqual(upTo('2026-07-01 12:00:01'));
    expect(await between('2026-07-01 12:01')).toEqual(upTo('2026-07-01 12:01:01'));
  });

  it('include everything that is shown as a single value', async () => {
    expect(await found({ filters: { clocks: { at: '2026-07-01 23:59:59' } } })).toEqual([5, 6, 7, 8]);
    expect(await found({ filters: { clocks: { at: '2026-07-01 12:00:59.999' } } })).toEqual([2, 3]);
    expect(await found({ filters: { clocks: { at: '2026-07-02T00:00:00Z' } } })).toEqual([9]);
  });
});
