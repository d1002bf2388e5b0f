import { groupSteps } from '@rowhouse/table-protocol/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { createMoments, type Moments, momentsTable } from './moments.ts';
import { summariesOf } from './summaries.ts';
import { idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** Instants near which clocks change: by an hour, at midnight, or by a whole day. */
const changes = [
  { zone: 'America/New_York', at: '2026-03-08T07:00Z' },
  { zone: 'Europe/Bucharest', at: '2026-10-25T01:00Z' },
  { zone: 'America/Havana', at: '2025-11-02T05:00Z' },
  { zone: 'America/Sao_Paulo', at: '2018-11-04T03:00Z' },
  { zone: 'Pacific/Apia', at: '2011-12-30T10:00Z' },
  { zone: 'Asia/Kolkata', at: '2025-12-31T18:30Z' },
  { zone: 'UTC', at: '2024-02-29T00:00Z' },
];
const hour = 3_600_000;
const instants = changes.flatMap(({ at }) =>
  Array.from({ length: 40 }, (_, index) => Date.parse(at) + (index - 20) * 2 * hour).flatMap((time) => [
    new Date(time - 1),
    new Date(time),
  ]),
);
const moments = instants.map((at, index) => ({
  at,
  day: index % 9 === 0 ? null : at.toISOString().slice(0, 10),
}));

/** The days that a clock in a zone shows. */
const clocks = new Map(
  changes.map(({ zone }) => {
    const { format } = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });

    return [zone, moments.map(({ at }) => format(at))];
  }),
);

/** The first day of a step, found by going back day by day. */
function firstDay(day: string, step: (typeof groupSteps)[number]): string {
  const isFirst = (date: Date) => {
    const [month, monthDay] = [date.getUTCMonth(), date.getUTCDate()];

    return {
      day: true,
      week: date.getUTCDay() === 1,
      month: monthDay === 1,
      quarter: monthDay === 1 && month % 3 === 0,
      year: monthDay === 1 && month === 0,
    }[step];
  };
  const date = new Date(day);
  while (!isFirst(date)) date.setUTCDate(date.getUTCDate() - 1);

  return date.toISOString().slice(0, 10);
}

describe.each(dialects)('steps of dates on %s', (dialect) => {
  let database: LoggedDatabase<Moments>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createMoments(database.db, dialect, moments);
    const column = (name: string, tag: 'date' | 'datetime') => ({
      ...{ label: name, name, data: `moments.${name}` },
      meta: [tag, 'groupable', 'filterable'] as ('date' | 'datetime' | 'groupable' | 'filterable')[],
    });
    tables = tablesOf(
      database.db,
      momentsTable([column('at', 'datetime'), column('stored', 'datetime'), column('day', 'date')]),
    );
  });

  afterAll(() => database.destroy());

  it.each(changes)('are those of the clock in $zone, and open to exactly their rows', async ({ zone }) => {
    for (const step of groupSteps) {
      for (const column of ['at', 'stored', 'day'] as const) {
        const levels = [{ column, step }];
        const { groups } = await summariesOf(tables, 'moments', zone).groups(levels);
        const expected = Map.groupBy(moments.keys(), (index) => {
          const local = column === 'day' ? moments[index]?.day : clocks.get(zone)?.[index];

          return local ? firstDay(local, step) : null;
        });

        expect(
          groups.map(({ value, count }) => [value, count]),
          `${column} by ${step}`,
        ).toEqual(
          [...expected]
            .map(([value, found]) => [value, found.length])
            .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : String(a) < String(b) ? -1 : 1)),
        );
        // Others have fewer boundaries, and not where clocks change.
        if (step !== 'day' || column === 'day') continue;
        for (const { value } of groups) {
          const rows = await tables.data(
            'moments',
            { meta: { groups: levels, groupPath: [value], length: 1000 } },
            null,
            { timeZone: zone },
          );
          const indexes = expected.get(value === null ? null : String(value)) ?? [];
          expect(idsOf(rows), `${column} in ${step} ${value}`).toEqual(indexes.map((index) => index + 1));
        }
      }
    }
  });

  it('nest, and have labels that sort like them', async () => {
    const levels = [
      { column: 'stored', step: 'year' },
      { column: 'stored', step: 'quarter' },
      { column: 'stored', step: 'day' },
    ];
    const { groups } = summariesOf(tables, 'moments', 'UTC');
    const years = await groups(levels);
    const quarters = await groups(levels, { groupPath: ['2026-01-01'] });
    const days = await groups(levels, { groupPath: ['2026-01-01', '2026-10-01'] });
    const weeks = await groups([{ column: 'stored', step: 'week' }]);

    expect(years.groups.map(({ label }) => label)).toEqual(
      [...new Set(moments.map(({ at }) => String(at.getUTCFullYear())))].sort(),
    );
    expect(quarters.groups.map(({ label }) => label)).toEqual(['2026-Q1', '2026-Q4']);
    expect(days.filtered).toBe(quarters.groups[1]?.count);
    expect(days.groups[0]).toMatchObject({ value: '2026-10-23', label: '23-10-2026' });
    expect(weeks.groups[0]?.label).toBe('2011-W52');
  });
});
