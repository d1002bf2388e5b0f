import { expect, test } from 'vitest';
import type { Method } from '../Endpoint.ts';
import { retryPlan } from './decide.ts';

const endpoint = (method: Method) => ({
  method: () => method,
  url: () => 'https://a.example',
  body: () => null,
});

test('makes one attempt by default', () => {
  expect(retryPlan(endpoint('GET')).tries).toBe(1);
});

test.each<[Method, boolean]>([
  ['GET', true],
  ['HEAD', true],
  ['PUT', true],
  ['DELETE', true],
  ['POST', false],
  ['PATCH', false],
])('%s is safe to repeat: %s', (method, expected) => {
  expect(retryPlan(endpoint(method)).safeToRepeat).toBe(expected);
  const says = { ...endpoint(method), tries: () => 2, delay: () => 0, isSafeToRepeat: () => !expected };
  expect(retryPlan(says).safeToRepeat).toBe(!expected);
});

test('Adds a share of the delay as jitter', () => {
  const plan = retryPlan({
    ...endpoint('GET'),
    tries: () => 3,
    delay: (attempt) => attempt * 100,
    jitter: () => 0.5,
  });

  expect(plan.delay(1, () => 0)).toBe(100);
  expect(plan.delay(2, () => 0.5)).toBe(250);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('Refuses tries() of %s', (tries) => {
  expect(() => retryPlan({ ...endpoint('GET'), tries: () => tries, delay: () => 0 })).toThrow(
    `tries() of ${tries}; use a whole number from 1.`,
  );
});

test('refuses an invalid delay or jitter', () => {
  const with_ = (delay: number, jitter: number) =>
    retryPlan({ ...endpoint('GET'), tries: () => 2, delay: () => delay, jitter: () => jitter }).delay(
      1,
      () => 0,
    );

  expect(() => with_(-1, 0)).toThrow('delay(1) of -1');
  expect(() => with_(Number.NaN, 0)).toThrow('delay(1) of NaN');
  expect(() => with_(1, 1.1)).toThrow('jitter() of 1.1');
});
