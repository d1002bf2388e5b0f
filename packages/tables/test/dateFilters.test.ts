import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { createMoments, type Moments, momentsTable } from './moments.ts';
import { expectRefused, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** A day of a zone by its ends in UTC, looked up by hand. */
const days = [
  { zone: 'America/New_York', day: '2026-03-08', from: '2026-03-08T05:00Z', until: '2026-03-09T04:00Z' },
  { zone: 'America/New_York', day: '2026-11-01', from: '2026-11-01T04:00Z', until: '2026-11-02T05:00Z' },
  { zone: 'America/New_York', day: '2026-03-09', from: '2026-03-09T04:00Z', until: '2026-03-10T04:00Z' },
  { zone: 'Europe/Bucharest', day: '2026-03-29', from: '2026-03-28T22:00Z', until: '2026-03-29T21:00Z' },
  { zone: 'Europe/Bucharest', day: '2026-10-25', from: '2026-10-24T21:00Z', until: '2026-10-25T22:00Z' },
  { zone: 'Asia/Kolkata', day: '2026-03-08', from: '2026-03-07T18:30Z', until: '2026-03-08T18:30Z' },
  { zone: 'UTC', day: '2026-03-29', from: '2026-03-29T00:00Z', until: '2026-03-30T00:00Z' },
];

const hours = 60 * 60 * 1000;
/** Every half hour, and the last millisecond before it, around each of those days. */
const instants = [...new Set(days.map(({ from }) => from))].flatMap((from) =>
  Array.from({ length: 60 }, (_, index) => Date.parse(from) - 2 * hours + index * (hours / 2)).flatMap(
    (time) => [new Date(time - 1), new Date(time)],
  ),
);
const moments = instants.map((at, index) => ({
  at,
  day: index % 9 === 0 ? null : at.toISOString().slice(0, 10),
}));

describe.each(dialects)('date filters on %s', (dialect) => {
  let database: LoggedDatabase<Moments>;
  const byZone = new Map<string, Tables>();
  const processZone = process.env.TZ;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createMoments(database.db, dialect, moments);
    // What the process takes for local time must not matter.
    process.env.TZ = 'Pacific/Auckland';
    for (const timeZone of [...new Set(days.map(({ zone }) => zone))]) {
      byZone.set(timeZone, tablesOf(database.db, momentsTable(), { timeZone }));
    }
  });

  afterAll(async () => {
    if (processZone === undefined) delete process.env.TZ;
    else process.env.TZ = processZone;
    await database.destroy();
  });

  const found = async (zone: string, payload: Record<string, unknown>) => {
    const response = await byZone.get(zone)?.data('moments', { meta: { length: 1000 }, ...payload });
    if (!response) throw new Error(`no table in ${zone}`);
    expect(response.filtered).toBe(response.data.length);

    return idsOf(response);
  };
  const between = (from: number, until: number) =>
    moments.flatMap(({ at }, index) => (at.getTime() >= from && at.getTime() < until ? [index + 1] : []));

  it.each(days)('cover the whole of $day in $zone, of any length', async ({ zone, day, from, until }) => {
    const whole = between(Date.parse(from), Date.parse(until));
    expect(whole.length).toBeGreaterThan(40);

    for (const column of ['at', 'stored']) {
      expect(await found(zone, { filters: { moments: { [column]: day } } })).toEqual(whole);
      expect(await found(zone, { intervals: { moments: { [column]: { min: day, max: day } } } })).toEqual(
        whole,
      );
      expect(await found(zone, { intervals: { moments: { [column]: { min: day } } } })).toEqual(
        between(Date.parse(from), Infinity),
      );
      expect(await found(zone, { intervals: { moments: { [column]: { max: day } } } })).toEqual(
        between(-Infinity, Date.parse(until)),
      );
    }
  });

  it('have the same meaning in filter groups', async () => {
    const { zone, day, from, until } = days[0] as (typeof days)[0];
    const internal = (value: unknown, mode: string | null) =>
      found(zone, { internalFilters: [{ label: 'At', data: 'moments.at', type: 'date', value, mode }] });
    const whole = between(Date.parse(from), Date.parse(until));

    expect(await internal(day, null)).toEqual(whole);
    expect(await internal(day, 'date')).toEqual(whole);
    expect(await internal({ min: day, max: day }, 'interval')).toEqual(whole);
    expect(await internal([day, '2026-03-09'], null)).toEqual(
      between(Date.parse(from), Date.parse('2026-03-10T04:00Z')),
    );
  });

  it('accept instants with a zone of their own, and use the clock of the table otherwise', async () => {
    const zone = 'America/New_York';
    const at = (min: string, max: string) => found(zone, { intervals: { moments: { at: { min, max } } } });

    const expected = between(Date.parse('2026-03-08T06:30Z'), Date.parse('2026-03-08T08:00Z') + 1);
    expect(expected.length).toBeGreaterThan(3);
    expect(await at('2026-03-08T06:30:00Z', '2026-03-08T08:00:00Z')).toEqual(expected);
    expect(await at('2026-03-08 01:30', '2026-03-08 04:00')).toEqual(expected);
    expect(await at('2026-03-08T08:30+02:00', '2026-03-08T13:30+0530')).toEqual(expected);
  });

  it('compare columns of days as days, in any time zone', async () => {
    for (const zone of byZone.keys()) {
      const on = moments.flatMap(({ day }, index) => (day === '2026-03-08' ? [index + 1] : []));
      const since = moments.flatMap(({ day }, index) =>
        day !== null && day >= '2026-03-29' ? [index + 1] : [],
      );

      expect(await found(zone, { filters: { moments: { day: '2026-03-08' } } }), zone).toEqual(on);
      expect(await found(zone, { intervals: { moments: { day: { min: '2026-03-29' } } } }), zone).toEqual(
        since,
      );
      expect(await found(zone, { filters: { moments: { day: ['2026-03-08', '1999-01-01'] } } })).toEqual(on);
    }
  });

  it('accept the first and the last existing days', async () => {
    for (const zone of byZone.keys()) {
      const all = await found(zone, {
        intervals: { moments: { at: { min: '0001-01-01', max: '9999-12-31' } } },
      });

      expect(all, zone).toHaveLength(moments.length);
      for (const column of ['at', 'stored', 'day']) {
        const only = (value: unknown) => found(zone, { intervals: { moments: { [column]: value } } });
        expect(await only({ min: '9999-12-31' }), zone).toEqual([]);
        expect(await only({ max: '0001-01-01' }), zone).toEqual([]);
        expect(await only({ min: '9999-12-31 23:59' }), zone).toEqual([]);
        expect(await only({ max: '0001-01-01 00:01' }), zone).toEqual([]);
        expect(await only({ min: '1500-02-28' }), zone).toHaveLength(
          moments.filter(({ day }) => column !== 'day' || day !== null).length,
        );
      }
    }
  });

  it('refuse invalid dates', async () => {
    for (const value of [
      '2026-02-30',
      'today',
      '08-03-2026',
      1_700_000_000,
      '2026-13-01',
      '10000-01-01',
      '',
    ]) {
      if (value === '') continue;
      await expectRefused(found('UTC', { filters: { moments: { at: value } } }), 'filters.moments.at');
    }
    await expectRefused(
      found('UTC', { intervals: { moments: { day: { min: '2026-03-09', max: '2026-03-08' } } } }),
      'intervals.moments.day',
    );
  });
});
