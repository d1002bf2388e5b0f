import { expect, test } from 'vitest';
import type { TableResponse } from './TableHttp.ts';
import { readRetryAfter, TableFailure, throwOnRefusal } from './TableProblem.ts';

const now = Date.parse('2026-05-01T10:00:00Z');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Fri, 01 May 2026 10:00:30 GMT', 30_000],
  ['Friday, 01-May-26 10:00:30 GMT', 30_000],
  ['Fri May  1 10:00:30 2026 GMT', 30_000],
  ['Fri, 01 May 2026 09:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['2026', 2_026_000],
  ['soon', null],
  ['', null],
  [undefined, null],
])('reads Retry-After %j as %j ms', (text, milliseconds) => {
  expect(readRetryAfter(text, now)).toBe(milliseconds);
});

function problemOf(response: Partial<TableResponse>) {
  try {
    throwOnRefusal({ status: 500, data: undefined, headers: {}, ...response }, 'data', (text) => text);
  } catch (error) {
    if (error instanceof TableFailure) return error.problem;
  }

  return null;
}

test('successes pass, everything else is a failure', () => {
  expect(problemOf({ status: 200 })).toBeNull();
  expect(problemOf({ status: 299 })).toBeNull();
  expect(problemOf({ status: 302 })?.kind).toBe('failed');
  expect(problemOf({ status: 0 })?.kind).toBe('failed');
});

test('reads only texts from the body of a refusal', () => {
  expect(
    problemOf({ status: 422, data: { message: '  ', errors: { a: ['x', 5], b: 'y', c: [], d: {} } } }),
  ).toMatchObject({
    message: 'The server did not accept this request. Change your input and try again.',
    errors: { a: ['x'], b: ['y'] },
  });

  for (const data of [null, 'text', 7, [], { message: {}, errors: 'all' }]) {
    expect(problemOf({ status: 422, data })).toMatchObject({ kind: 'refused', errors: {} });
  }
});
