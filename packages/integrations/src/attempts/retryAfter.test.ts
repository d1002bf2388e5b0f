import { expect, test } from 'vitest';
import { retryAfter } from './decide.ts';

const now = new Date('2026-03-01T12:00:00Z');

test.each<[string, string | string[] | undefined, number | null]>([
  ['seconds', '120', 120_000],
  ['no wait', '0', 0],
  ['the first of several', ['5', '9'], 5000],
  ['a date', 'Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['a date in the old form', 'Sunday, 01-Mar-26 12:00:30 GMT', 30_000],
  ['a date that is over', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['nothing', undefined, null],
  ['an empty one', ' ', null],
  ['a fraction', '1.5', null],
  ['less than nothing', '-5', null],
  ['words', 'soon', null],
])('Reads Retry-After with %s', (_, header, expected) => {
  expect(retryAfter(header, now)).toBe(expected);
});
