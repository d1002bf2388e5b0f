import fc from 'fast-check';
import { expect, test } from 'vitest';
import { civilDate, dayNumber, dayOfYear, daysInMonth, isLeapYear, isoWeek, weekday } from './civilDate.ts';

test('agrees with Date on every day of the years 1 to 9999', () => {
  const first = Date.parse('0001-01-01T00:00:00Z') / 86_400_000;
  const last = Date.parse('9999-12-31T00:00:00Z') / 86_400_000;
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (days) => {
      const date = new Date(days * 86_400_000);
      const civil = civilDate(days);
      expect(civil).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      });
      expect(dayNumber(civil)).toBe(days);
      expect(weekday(days)).toBe(date.getUTCDay());
    }),
    { numRuns: 2000 },
  );
});

test('counts leap years and days of months as the Gregorian calendar does', () => {
  expect([1900, 2000, 2024, 2026].map(isLeapYear)).toEqual([false, true, true, false]);
  expect([1, 2, 4, 6, 9, 11, 12].map((month) => daysInMonth(2026, month))).toEqual([
    31, 28, 30, 30, 30, 30, 31,
  ]);
  expect(daysInMonth(2024, 2)).toBe(29);
  expect(dayOfYear({ year: 2024, month: 12, day: 31 })).toBe(365);
});

test.each([
  [
    { year: 2005, month: 1, day: 1 },
    { year: 2004, week: 53 },
  ],
  [
    { year: 2007, month: 12, day: 31 },
    { year: 2008, week: 1 },
  ],
  [
    { year: 2010, month: 1, day: 3 },
    { year: 2009, week: 53 },
  ],
  [
    { year: 2024, month: 12, day: 30 },
    { year: 2025, week: 1 },
  ],
  [
    { year: 2026, month: 7, day: 31 },
    { year: 2026, week: 31 },
  ],
])('returns the ISO week of %o: %o', (date, week) => {
  expect(isoWeek(date)).toEqual(week);
});
