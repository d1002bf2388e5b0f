import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, postgresPool } from '../../../test/databases.ts';
import type { TemplateJson } from '../src/index.ts';
import { createMoments, type Moments, momentsTable } from './moments.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const rows = [
  { at: new Date('2026-03-08T06:59:59.999Z'), day: '2026-03-08' },
  { at: new Date('2026-03-08T07:00:00Z'), day: '2026-01-01' },
  { at: new Date('2026-10-25T00:30:00Z'), day: '2024-02-29' },
  { at: new Date('1999-12-31T23:30:00Z'), day: '1969-07-20' },
  { at: new Date('2026-07-01T12:00:00Z'), day: null },
];

/** `at` and `stored` in d-m-Y H:i:s, by hand. */
const expected: Record<string, string[]> = {
  UTC: [
    '08-03-2026 06:59:59',
    '08-03-2026 07:00:00',
    '25-10-2026 00:30:00',
    '31-12-1999 23:30:00',
    '01-07-2026 12:00:00',
  ],
  'America/New_York': [
    '08-03-2026 01:59:59',
    '08-03-2026 03:00:00',
    '24-10-2026 20:30:00',
    '31-12-1999 18:30:00',
    '01-07-2026 08:00:00',
  ],
  'Europe/Bucharest': [
    '08-03-2026 08:59:59',
    '08-03-2026 09:00:00',
    '25-10-2026 03:30:00',
    '01-01-2000 01:30:00',
    '01-07-2026 15:00:00',
  ],
};
const days = ['08-03-2026', '01-01-2026', '29-02-2024', '20-07-1969', null];

describe.each(dialects)('date cells on %s', (dialect) => {
  let database: LoggedDatabase<Moments>;
  const processZone = process.env.TZ;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createMoments(database.db, dialect, rows);
  });

  afterAll(async () => {
    if (processZone === undefined) delete process.env.TZ;
    else process.env.TZ = processZone;
    await database.destroy();
  });

  describe.each(['UTC', 'America/New_York', 'Pacific/Auckland'])('a process in %s', (zone) => {
    beforeAll(() => {
      process.env.TZ = zone;
    });

    it.each(Object.keys(expected))('show the clock of %s, and days as they are stored', async (timeZone) => {
      const { data } = await tablesOf(database.db, momentsTable(), { timeZone }).data('moments', {});

      expect(data.map(({ at }) => at)).toEqual(expected[timeZone]);
      expect(data.map(({ stored }) => stored)).toEqual(expected[timeZone]);
      expect(data.map(({ day }) => day)).toEqual(days);
    });

    it('are the same for any date type of the driver', async () => {
      for (const db of drivers(dialect, database)) {
        const { data } = await tablesOf(db, momentsTable(), { timeZone: 'Europe/Bucharest' }).data(
          'moments',
          {},
        );
        if (db !== database.db) await db.destroy();

        expect(data.map(({ at }) => at)).toEqual(expected['Europe/Bucharest']);
        expect(data.map(({ stored }) => stored)).toEqual(expected['Europe/Bucharest']);
        expect(data.map(({ day }) => day)).toEqual(days);
      }
    });

    it('show their own formats', async () => {
      const columns: TemplateJson['columns'] = [
        { label: 'At', name: 'at', data: 'moments.at', meta: ['datetime'], dateFormat: 'D, j M Y g:i A T' },
        { label: 'Stored', name: 'stored', data: 'moments.stored', meta: ['date'] },
        { label: 'Day', name: 'day', data: 'moments.day', meta: ['date'], dateFormat: 'l jS F Y' },
      ];
      const tables = tablesOf(database.db, momentsTable(columns), {
        timeZone: 'America/New_York',
        dateFormat: 'Y/m/d',
      });
      const { data } = await tables.data('moments', {});

      expect(data[0]).toMatchObject({
        at: 'Sun, 8 Mar 2026 1:59 AM EST',
        stored: '2026/03/08',
        day: 'Sunday 8th March 2026',
      });
      expect(data[3]).toMatchObject({ stored: '1999/12/31', day: 'Sunday 20th July 1969' });
    });
  });
});

/** The same database through drivers that give dates of the local clock, or as text. */
function drivers(dialect: string, { db, url: uri = '' }: LoggedDatabase<Moments>): Kysely<Moments>[] {
  switch (dialect) {
    case 'mysql':
      return [{}, { timezone: 'local' }, { dateStrings: true }, { dateStrings: ['DATE' as const] }].map(
        (options) => new Kysely({ dialect: new MysqlDialect({ pool: createPool({ uri, ...options }) }) }),
      );
    case 'postgres': {
      const asText = { getTypeParser: () => (text: string | Buffer) => String(text) };
      const pool = postgresPool({ connectionString: uri, types: asText });

      return [new Kysely({ dialect: new PostgresDialect({ pool }) })];
    }
    default:
      return [db];
  }
}
