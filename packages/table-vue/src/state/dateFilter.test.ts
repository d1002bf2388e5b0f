import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { daysOfValue, intervalOfDays } from './dateFilter.ts';

const home = process.env.TZ;

afterEach(() => {
  process.env.TZ = home ?? '';
  if (home === undefined) delete process.env.TZ;
});

/** Makes this the user's time zone. */
function liveIn(zone: string): void {
  process.env.TZ = zone;
}

const day = (text: string) => intervalOfDays({ from: text, to: text }, true);

describe('the instants of a day', () => {
  test.each([
    ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
    ['Asia/Tokyo', '2026-07-01', '2026-06-30T15:00:00.000Z', '2026-07-01T14:59:59.999Z'],
    ['America/Los_Angeles', '2026-01-31', '2026-01-31T08:00:00.000Z', '2026-02-01T07:59:59.999Z'],
    ['Asia/Kathmandu', '2026-02-28', '2026-02-27T18:15:00.000Z', '2026-02-28T18:14:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
    // 23 and 25 hours.
    ['Europe/Bucharest', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
    ['Europe/Bucharest', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z'],
    // Midnight does not exist, or comes twice.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // A year of two digits, and local mean time.
    ['UTC', '0050-01-01', '0050-01-01T00:00:00.000Z', '0050-01-01T23:59:59.999Z'],
  ])('in %s, %s', (zone, text, min, max) => {
    liveIn(zone);
    expect(day(text)).toEqual({ min, max });
    expect(daysOfValue({ min, max })).toEqual({ from: text, to: text });
  });

  test('follow each other without a gap and without being shared, all through the years', () => {
    const zones = [
      'Europe/Bucharest',
      'America/Sao_Paulo',
      'Africa/Cairo',
      'Asia/Beirut',
      'Australia/Lord_Howe',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1975-01-01'), max: new Date('2037-12-30'), noInvalidDate: true }),
        (zone, date) => {
          liveIn(zone);
          const [first = '', second = ''] = [0, 1].map((days) =>
            new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10),
          );
          const gap = Date.parse(String(day(second).min)) - Date.parse(String(day(first).max));
          expect(gap).toBe(1);
          expect(daysOfValue(intervalOfDays({ from: first, to: second }, true))).toEqual({
            from: first,
            to: second,
          });
        },
      ),
    );
  });
});

describe('days that are sent as they are', () => {
  test('for a column without a time of day', () => {
    liveIn('Asia/Tokyo');
    const interval = intervalOfDays({ from: '2026-07-01', to: '2026-07-31' }, false);
    expect(interval).toEqual({ min: '2026-07-01', max: '2026-07-31' });
    expect(daysOfValue(interval)).toEqual({ from: '2026-07-01', to: '2026-07-31' });
  });
});

describe('an open bound', () => {
  test.each([true, false])('stays open (with a time: %s)', (withTime) => {
    expect(intervalOfDays({ from: null, to: '2026-07-31' }, withTime).min).toBeNull();
    expect(intervalOfDays({ from: '2026-07-31', to: null }, withTime).max).toBeNull();
    expect(daysOfValue({ min: null })).toEqual({ from: null, to: null });
  });

  test.each([
    '',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    'today',
  ])('comes of %j, which is no day', (text) => {
    for (const withTime of [true, false]) {
      expect(intervalOfDays({ from: text, to: text }, withTime)).toEqual({ min: null, max: null });
    }
  });

  test('comes of a value that is no date', () => {
    expect(daysOfValue('soon')).toEqual({ from: null, to: null });
    expect(daysOfValue(7)).toEqual({ from: null, to: null });
    expect(daysOfValue([])).toEqual({ from: null, to: null });
  });
});

test('a single day, alone or in a list, is its own range', () => {
  expect(daysOfValue('2026-07-01')).toEqual({ from: '2026-07-01', to: '2026-07-01' });
  expect(daysOfValue(['2026-07-01'])).toEqual({ from: '2026-07-01', to: '2026-07-01' });
});
