import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateUnits, parseRelativeDate, relativeDateText, resolveRelativeDate } from './relativeDates.ts';

function days(text: string, now = '2026-11-18T12:00:00Z', zone = 'UTC') {
  const date = parseRelativeDate(text);
  if (!date) throw new Error(`${text} is not read`);
  const { first, last } = resolveRelativeDate(date, new Date(now), zone);
  return [first, last];
}

// 18 November 2026 is a Wednesday.
test.each([
  ['today', '2026-11-18', '2026-11-18'],
  ['yesterday', '2026-11-17', '2026-11-17'],
  ['tomorrow', '2026-11-19', '2026-11-19'],
  ['this day', '2026-11-18', '2026-11-18'],
  ['this week', '2026-11-16', '2026-11-22'],
  ['previous week', '2026-11-09', '2026-11-15'],
  ['next week', '2026-11-23', '2026-11-29'],
  ['this month', '2026-11-01', '2026-11-30'],
  ['previous month', '2026-10-01', '2026-10-31'],
  ['next month', '2026-12-01', '2026-12-31'],
  ['this quarter', '2026-10-01', '2026-12-31'],
  ['previous quarter', '2026-07-01', '2026-09-30'],
  ['next quarter', '2027-01-01', '2027-03-31'],
  ['this year', '2026-01-01', '2026-12-31'],
  ['previous year', '2025-01-01', '2025-12-31'],
  ['last 1 day', '2026-11-18', '2026-11-18'],
  ['last 7 days', '2026-11-12', '2026-11-18'],
  ['next 7 days', '2026-11-18', '2026-11-24'],
  ['last 2 weeks', '2026-11-05', '2026-11-18'],
  ['last 1 month', '2026-10-19', '2026-11-18'],
  ['next 1 quarters', '2026-11-18', '2027-02-17'],
  ['  Last   2  YEARS ', '2024-11-19', '2026-11-18'],
  ['older than 90 days', null, '2026-08-19'],
  ['older than 1 month', null, '2026-10-17'],
])('reads %s as %s to %s', (text, first, last) => {
  expect(days(text)).toEqual([first, last]);
});

test('months without the day end with their last', () => {
  expect(days('last 1 month', '2026-03-31T12:00Z')).toEqual(['2026-03-01', '2026-03-31']);
  expect(days('next 1 month', '2024-01-31T12:00Z')).toEqual(['2024-01-31', '2024-02-28']);
  expect(days('last 1 year', '2024-02-29T12:00Z')).toEqual(['2023-03-01', '2024-02-29']);
});

test('starts a week on Monday, and uses the day of the zone as today', () => {
  expect(days('this week', '2026-11-22T12:00Z')).toEqual(['2026-11-16', '2026-11-22']);
  expect(days('this week', '2026-11-23T00:00Z')).toEqual(['2026-11-23', '2026-11-29']);
  expect(days('today', '2026-11-18T23:30Z', 'Europe/Bucharest')).toEqual(['2026-11-19', '2026-11-19']);
  expect(days('today', '2026-11-18T03:00Z', 'America/New_York')).toEqual(['2026-11-17', '2026-11-17']);
  // Clocks go back at 01:00 UTC: 23:30 of the 25-hour day.
  expect(days('today', '2026-10-25T21:30Z', 'Europe/Bucharest')).toEqual(['2026-10-25', '2026-10-25']);
  expect(days('today', '2026-10-25T22:00Z', 'Europe/Bucharest')).toEqual(['2026-10-26', '2026-10-26']);
});

test.each([
  '',
  'now',
  'last week',
  'this days',
  'last days',
  'last 0 days',
  'last 10000 days',
  'last 1001 years',
  'last 1.5 days',
  'last -1 days',
  'next 2 hours',
  'older than day',
  'constructor',
  '__proto__',
  `last ${'7'.repeat(1000)} days`,
  '2026-01-01',
])('refuses %j as a relative date', (text) => {
  expect(parseRelativeDate(text)).toBeNull();
});

test('writes every relative date as a text that is read as the same, and days of four-digit years', () => {
  const unit = fc.constantFrom(...dateUnits);
  const dates = fc.oneof(
    fc.record({ kind: fc.constantFrom('previous', 'this', 'next'), unit }),
    fc.record({
      kind: fc.constantFrom('last', 'coming', 'olderThan'),
      unit,
      count: fc.integer({ min: 1, max: 1000 }),
    }),
  );
  fc.assert(
    fc.property(
      dates,
      fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      (date, now) => {
        expect(parseRelativeDate(relativeDateText(date))).toEqual(date);
        const { first, last } = resolveRelativeDate(date, now, 'Europe/Berlin');
        expect(last).toMatch(/^\d{4}-\d\d-\d\d$/);
        if (first !== null) expect(first <= last).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('throws for no text', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseRelativeDate(text)));
});
