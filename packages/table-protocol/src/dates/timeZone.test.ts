import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay, startOfNextDay, timeZone } from './timeZone.ts';
import { timeZoneName } from './timeZoneName.ts';

const first = Date.parse('0001-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59Z');

/** What Intl's clock shows, read back as if it were UTC. */
function offsetOfIntl(zone: string, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const year = part('era') === 'AD' ? Number(part('year')) : 1 - Number(part('year'));
  const clock = new Date(0);
  clock.setUTCFullYear(year, Number(part('month')) - 1, Number(part('day')));
  clock.setUTCHours(Number(part('hour')), Number(part('minute')), Number(part('second')));
  return clock.getTime() - Math.floor(instant / 1000) * 1000;
}

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

test('has the offset of Intl at any instant of any zone', () => {
  fc.assert(
    fc.property(zones, fc.integer({ min: first, max: last }), (zone, instant) => {
      expect(timeZone(zone).offset(instant)).toBe(offsetOfIntl(zone, instant));
    }),
    { numRuns: 1500 },
  );
});

test('has the offset of Intl at any instant of the years in which offsets change', () => {
  const instants = fc.integer({
    min: Date.parse('1880-01-01T00:00:00Z'),
    max: Date.parse('2040-01-01T00:00:00Z'),
  });
  fc.assert(
    fc.property(zones, instants, (zone, instant) => {
      expect(timeZone(zone).offset(instant)).toBe(offsetOfIntl(zone, instant));
    }),
    { numRuns: 1500 },
  );
});

describe('at a change of the clocks', () => {
  test.each([
    ['Europe/Bucharest', '2026-03-29T01:00:00Z', 2, 3],
    ['Europe/Bucharest', '2026-10-25T01:00:00Z', 3, 2],
    ['America/New_York', '2026-03-08T07:00:00Z', -5, -4],
    // One minute past a quarter of an hour.
    ['America/St_Johns', '2010-11-07T02:31:00Z', -2.5, -3.5],
    ['Asia/Kathmandu', '1985-12-31T18:30:00Z', 5.5, 5.75],
    // Midnight of UTC itself.
    ['Europe/Lisbon', '1912-01-01T00:00:00Z', -2205 / 3600, 0],
  ])('changes %s exactly at %s', (zone, at, before, after) => {
    const { offset } = timeZone(zone);
    expect(offset(Date.parse(at) - 1)).toBe(before * 3_600_000);
    expect(offset(Date.parse(at))).toBe(after * 3_600_000);
  });
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/BERLIN', 'Europe/Berlin'],
  ['US/Eastern', 'America/New_York'],
  ['Etc/UTC', 'UTC'],
])('names %s as %s', (text, name) => {
  expect(timeZoneName(text)).toBe(name);
});

test.each(['', ' ', '+02:00', '-0500', 'Europe/Nowhere', 'Europe/Berlin ', 'a'.repeat(10_000)])(
  'refuses %j as the name of a zone',
  (text) => {
    expect(timeZoneName(text)).toBeNull();
  },
);

test('refuses an unknown zone', () => {
  expect(() => timeZone('Europe/Nowhere')).toThrow(RangeError);
});

describe('a day', () => {
  test.each([
    ['2026-01-15', 'UTC', '2026-01-15T00:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Bucharest', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', 'Europe/Bucharest', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Clocks skip midnight: the day begins at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // Midnight happens twice: the day begins at the first.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // The day was left out: it is empty.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
  ])('runs in %s in %s from %s until %s', (day, zone, start, end) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect(startOfNextDay(day, zone).toISOString()).toBe(end);
  });

  test('begins when Intl first shows its date', () => {
    const days = fc.integer({ min: -10_000, max: 25_000 });
    fc.assert(
      fc.property(zones, days, (zone, number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
        const start = startOfDay(day, zone).getTime();
        const shown = (instant: number) => Math.floor((instant + offsetOfIntl(zone, instant)) / 86_400_000);
        expect(shown(start)).toBeGreaterThanOrEqual(number);
        expect(shown(start - 1000)).toBeLessThan(number);
      }),
      { numRuns: 800 },
    );
  });

  test('must be written as YYYY-MM-DD', () => {
    expect(() => startOfDay('15-01-2026', 'UTC')).toThrow('"15-01-2026" is not a calendar day');
  });
});
