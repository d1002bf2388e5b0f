import { expect, test } from 'vitest';
import { shortcuts } from './dateDays.ts';

/** Already 1 March in Tokyo, and still 28 February in New York. */
const now = new Date('2026-02-28T18:00:00Z');

test.each([
  ['Asia/Tokyo', '2026-03-01', ['2026-02-23', '2026-03-01'], ['2026-02-01', '2026-02-28']],
  ['America/New_York', '2026-02-28', ['2026-02-22', '2026-02-28'], ['2026-01-01', '2026-01-31']],
])('the shortcuts are those of the calendar of %s', (zone, today, week, lastMonth) => {
  const days = new Map(shortcuts(now, zone).map(({ name, days: { from, to } }) => [name, [from, to]]));
  expect(days.get('Today')).toEqual([today, today]);
  expect(days.get('Last 7 days')).toEqual(week);
  expect(days.get('Last month')).toEqual(lastMonth);
  expect(days.get('This year')).toEqual(['2026-01-01', '2026-12-31']);
});
