import { defineTable, type Tables } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  dialects,
  type TestDatabase,
  type TestDialect,
} from '../../../test/databases.ts';
import { summariesOf } from '../../tables/test/summaries.ts';
import { tablesOf } from '../../tables/test/support.ts';
import { type StoredTables, storedTables } from './storedTables.ts';

/** Dates that JavaScript or the calendar does not have, and what is seen of them: first day, then time. */
const cases: Readonly<
  Record<TestDialect, { readonly types: [string, string]; readonly rows: [string, string, string, string][] }>
> = {
  postgres: {
    types: ['date', 'timestamp'],
    rows: [
      ['infinity', 'infinity', 'infinity', 'infinity'],
      ['-infinity', '-infinity', '-infinity', '-infinity'],
      ['0044-03-15 BC', '0044-03-15 12:30:00 BC', '0044-03-15 BC', '0044-03-15 12:30:00 BC'],
      ['12026-01-01', '12026-01-01 10:00', '01-01-12026', '01-01-12026 10:00:00'],
      ['0001-01-01', '0001-01-01 00:00', '01-01-0001', '01-01-0001 00:00:00'],
      ['2024-05-06', '2024-12-31 23:59:59.999999', '06-05-2024', '31-12-2024 23:59:59'],
    ],
  },
  mysql: {
    types: ['date', 'datetime(6)'],
    rows: [
      ['0000-00-00', '0000-00-00', '0000-00-00', '0000-00-00 00:00:00.000000'],
      ['2024-00-00', '2024-00-00 10:00', '2024-00-00', '2024-00-00 10:00:00.000000'],
      ['2024-05-00', '2024-05-00 10:00', '2024-05-00', '2024-05-00 10:00:00.000000'],
      ['2023-02-31', '2023-02-31 10:00', '2023-02-31', '2023-02-31 10:00:00.000000'],
      ['0044-03-15', '0044-03-15 12:30', '15-03-0044', '15-03-0044 12:30:00'],
      ['2024-05-06', '2024-12-31 23:59:59.999999', '06-05-2024', '31-12-2024 23:59:59'],
    ],
  },
  sqlite: {
    types: ['date', 'datetime'],
    rows: [
      ['hello', 'hello', 'hello', 'hello'],
      ['0000-00-00', '2024-02-30 10:00', '0000-00-00', '2024-02-30 10:00'],
      ['2024-02-30', '2024-13-01 10:00:00', '2024-02-30', '2024-13-01 10:00:00'],
      ['now', '10:00', 'now', '10:00'],
      ['20240506', '1714953600', '20240506', '1714953600'],
      ['2024-05-06', '2024-05-06 24:00:00', '06-05-2024', '2024-05-06 24:00:00'],
      ['2024-05-07', '2024-12-31 23:59:59.999999', '07-05-2024', '31-12-2024 23:59:59'],
    ],
  },
};

describe.each(dialects)('dates that a calendar does not have, on %s', (dialect) => {
  const { types, rows } = cases[dialect];
  let served: StoredTables;

  beforeAll(async () => {
    served = await storedTables(dialect, [
      ...(dialect === 'mysql' ? ["set session sql_mode = 'ALLOW_INVALID_DATES'"] : []),
      `create table dates (id int primary key, d ${types[0]}, t ${types[1]})`,
      ...rows.map(([day, time], index) => `insert into dates values (${index + 1}, '${day}', '${time}')`),
    ]);
  });

  afterAll(() => served.destroy());

  it('are shown as they are stored', async () => {
    expect(await served.cells('dates', 'd')).toEqual(rows.map(([, , day]) => day));
    expect(await served.cells('dates', 't')).toEqual(rows.map(([, , , time]) => time));
  });

  it('are written to files as they are shown', async () => {
    expect(await served.csv('dates')).toEqual(
      rows.map(([, , day, time], index) => `${index + 1},${[day, time].map(harmless).join(',')}`),
    );
  });

  it('are not taken for other days by filters', async () => {
    const [shown, moved] = { postgres: [[6], []], mysql: [[6], []], sqlite: [[6], []] }[dialect];

    expect(await served.found('dates', 'd', 'is', '2024-05-06')).toEqual(shown);
    for (const other of [
      '1899-11-30',
      '2023-11-30',
      '2024-03-01',
      '2023-03-03',
      '1970-01-01',
      '2000-01-01',
    ]) {
      expect(await served.found('dates', 'd', 'is', other)).toEqual(moved);
      expect(await served.found('dates', 't', 'is', other)).toEqual(moved);
    }
  });

  it('are no other day as the least and the greatest', async () => {
    const bounds = async (name: string) => {
      const found = await served.statistics('dates', name);

      return [found?.min, found?.max];
    };
    const expected = {
      postgres: [
        ['-infinity', 'infinity'],
        ['-infinity', 'infinity'],
      ],
      mysql: [
        ['0000-00-00', '06-05-2024'],
        ['0000-00-00 00:00:00.000000', '31-12-2024 23:59:59'],
      ],
      sqlite: [
        ['06-05-2024', '07-05-2024'],
        ['2024-05-06 24:00:00.000', '31-12-2024 23:59:59'],
      ],
    }[dialect];

    expect([await bounds('d'), await bounds('t')]).toEqual(expected);
  });

  it('are one group, apart from the days of the calendar', async () => {
    const steps = { postgres: 2, mysql: 2, sqlite: 2 }[dialect];
    const groups = [{ column: 'd', step: 'day' }];
    const found = await summariesOf(served.tables, 'dates').groups(groups);
    const odd = rows.filter(([, , day]) => !/^\d\d-\d\d-\d{4}$/.test(day)).length;

    expect(found.groups.map(({ value, count }) => [value === null, count])).toEqual([
      ...Array.from({ length: steps }, () => [false, 1]),
      [true, odd],
    ]);
    for (const { value, count } of found.groups) {
      const opened = await served.tables.data('dates', { meta: { groups, groupPath: [value] } });
      expect(opened.data).toHaveLength(count);
    }
  });
});

/** Own tables over the same rows, with edits, and a format that has two digits of the year. */
describe.each(dialects)('edits of such dates, on %s', (dialect) => {
  const { types, rows } = cases[dialect];
  let database: TestDatabase<unknown>;
  let tables: Tables;

  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    await database.db.connection().execute(async (db) => {
      const statements = [
        ...(dialect === 'mysql' ? ["set session sql_mode = 'ALLOW_INVALID_DATES'"] : []),
        `create table dates (id int primary key, d ${types[0]}, note varchar(9))`,
        ...rows.map(([day], index) => `insert into dates (id, d) values (${index + 1}, '${day}')`),
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
    tables = tablesOf(
      database.db,
      defineTable({
        template: {
          routePrefix: 'dates',
          columns: [
            { label: 'Id', name: 'id', data: 'dates.id', meta: ['sortable', 'sort:ASC'] },
            {
              ...{ label: 'D', name: 'd', data: 'dates.d', dateFormat: 'd.m.y' },
              meta: ['date', 'filterable', 'groupable', 'editable'],
            },
            { label: 'Note', name: 'note', data: 'dates.note', meta: ['editable'] },
          ],
        } as never,
        query: (db: Kysely<{ dates: { id: number; d: string; note: string } }>) =>
          db.selectFrom('dates').select(['dates.id as dtRowId', 'dates.id', 'dates.d', 'dates.note']),
        edit: { columns: { d: true, note: true } },
      } as never),
    );
  });

  afterAll(() => database.destroy());

  const cells = async () => (await tables.data('dates', {})).data.map((row) => row.d);

  it('leave the date as it is when another cell is written', async () => {
    const before = await cells();
    for (const index of rows.keys()) {
      await tables.edit('dates', { row: String(index + 1), column: 'note', value: `n${index}` }, null);
    }
    expect(await cells()).toEqual(before);
  });

  it('replace what is shown by a day, and refuse a day that no calendar has', async () => {
    for (const [index, shown] of (await cells()).entries()) {
      const row = String(index + 1);
      for (const value of ['2024-05-00', '0000-00-00', '65-12-31']) {
        await expect(tables.edit('dates', { row, column: 'd', value }, null)).rejects.toMatchObject({
          fields: { value: [expect.stringContaining('is not a date')] },
        });
      }
      const value = `1965-12-${10 + index}`;
      const edited = await tables.edit('dates', { row, column: 'd', value, expected: shown as never }, null);
      expect(edited.row).toMatchObject({ d: `${10 + index}.12.65` });
      const where = { data: 'dates.d', operator: 'is', value } as const;
      expect((await tables.data('dates', { where })).data.map(({ id }) => Number(id))).toEqual([index + 1]);
    }
  });
});

/** As a file has it: spreadsheets would take a leading sign for a formula. */
function harmless(cell: string): string {
  return cell.startsWith('-') ? `'${cell}` : cell;
}
