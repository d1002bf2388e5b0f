import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../Endpoint.ts';
import { onlyTransient } from '../Endpoint.ts';
import { type Circumstances, decide } from './decide.ts';

const reasons = ['dns', 'refused', 'reset', 'timeout', 'too_large', 'aborted', 'redirect', 'other'] as const;
const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({
    status: fc.oneof(
      fc.constantFrom(200, 401, 403, 408, 425, 429, 500, 501, 503, 505),
      fc.integer({ min: 200, max: 599 }),
    ),
    retryAfter: fc.option(fc.integer({ min: 0, max: 120_000 })),
  }),
  fc.record({ reason: fc.constantFrom(...reasons), mayHaveArrived: fc.boolean() }),
);

/** Attempts a call whose n-th attempt has the n-th outcome. */
function run(all: readonly Outcome[], given: Omit<Circumstances, 'attempt'>) {
  const decisions = [];
  for (const [index, outcome] of all.entries()) {
    decisions.push({ outcome, ...decide(outcome, { ...given, attempt: index + 1 }) });
    if (decisions.at(-1)!.next === 'finish') break;
  }
  return decisions;
}

const calls = fc.record({
  all: fc.array(outcomes, { minLength: 12, maxLength: 12 }),
  tries: fc.integer({ min: 1, max: 10 }),
  safeToRepeat: fc.boolean(),
  hasToken: fc.boolean(),
});

test('Makes at most as many attempts as tries(), or two when the token was refreshed', () => {
  fc.assert(
    fc.property(calls, ({ all, ...given }) => {
      const decisions = run(all, { ...given, longestWait: 60_000 });
      const refreshed = decisions.some(({ next }) => next === 'refresh');
      expect(decisions.length).toBeLessThanOrEqual(Math.max(given.tries, refreshed ? 2 : 1));
    }),
  );
});

test('Refreshes a refused token after the first attempt only', () => {
  fc.assert(
    fc.property(calls, ({ all, ...given }) => {
      for (const [index, { outcome, next }] of run(all, { ...given, longestWait: 60_000 }).entries()) {
        const isRefused = 'status' in outcome && [401, 403].includes(outcome.status);
        expect(next === 'refresh').toBe(given.hasToken && index === 0 && isRefused);
      }
    }),
  );
});

test('Repeats unsafe calls only if they cannot have arrived, or the token was refused', () => {
  fc.assert(
    fc.property(calls, ({ all, ...given }) => {
      for (const { outcome, next } of run(all, { ...given, safeToRepeat: false, longestWait: 60_000 })) {
        if (next === 'wait') expect(outcome).toMatchObject({ mayHaveArrived: false });
      }
    }),
  );
});

test('Waits no longer than the limit, and not less than Retry-After', () => {
  fc.assert(
    fc.property(calls, fc.nat(120_000), ({ all, ...given }, longestWait) => {
      for (const { outcome, ...decision } of run(all, { ...given, longestWait })) {
        if (decision.next !== 'wait') continue;
        expect(decision.atLeast).toBeLessThanOrEqual(longestWait);
        expect(decision.atLeast).toBe('status' in outcome ? (outcome.retryAfter ?? 0) : 0);
      }
    }),
  );
});

describe('isRetryable', () => {
  const given = { attempt: 1, tries: 2, safeToRepeat: true, hasToken: false, longestWait: 60_000 };
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);
  const repeats = (outcome: Outcome, retryable?: (outcome: Outcome) => boolean) =>
    decide(outcome, { ...given, retryable }).next === 'wait';

  test('is every failure but those that ended with a response, or by the caller', () => {
    expect(statuses.filter((status) => repeats({ status, retryAfter: null }))).toEqual(
      statuses.filter((status) => status >= 400),
    );
    expect(repeats({ status: 200, retryAfter: null, isFault: true })).toBe(true);
    expect(reasons.filter((reason) => repeats({ reason, mayHaveArrived: true }))).toEqual([
      'dns',
      'refused',
      'reset',
      'timeout',
      'other',
    ]);
  });

  test('is decided by the endpoint among calls that are safe to repeat', () => {
    const passing = statuses.filter((status) => repeats({ status, retryAfter: null }, onlyTransient));
    expect(passing).toEqual([408, 425, 429, ...statuses.filter((status) => status >= 500)]);
    expect(reasons.filter((reason) => repeats({ reason, mayHaveArrived: true }, onlyTransient))).toEqual([
      'dns',
      'refused',
      'reset',
      'timeout',
    ]);
    expect(
      decide({ status: 503, retryAfter: null }, { ...given, safeToRepeat: false, retryable: () => true })
        .next,
    ).toBe('finish');
    expect(repeats({ status: 200, retryAfter: null }, () => true)).toBe(false);
  });
});
