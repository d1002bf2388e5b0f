import { expect, it } from 'vitest';
import { matchesVersion } from './showAvatar.ts';

it.each([
  ['"7-256"', true],
  ['W/"7-256"', true],
  ['"1", W/"2" ,"7-256"', true],
  ['"a,b","7-256"', true],
  ['*', true],
  [' * ', true],
  ['"7-25"', false],
  ['"7-2566"', false],
  ['7-256', false],
  ['""', false],
  ['', false],
  ['"7-256', false],
  [undefined, false],
])('matches version 7-256 with If-None-Match %s: %s', (header, expected) => {
  expect(matchesVersion(header, '7-256')).toBe(expected);
});
