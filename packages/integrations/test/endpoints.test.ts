import { expect, test } from 'vitest';
import type { AnyEndpoint, Endpoint, Retry, UsesAuth } from '../src/index.ts';

const endpoint: Endpoint = { method: () => 'GET', url: () => 'https://a.example', body: () => null };

test('Does not compile a partly implemented capability', () => {
  const wholes: AnyEndpoint[] = [
    endpoint,
    { ...endpoint, tries: () => 3, delay: () => 10 },
    { ...endpoint, tries: () => 3, delay: () => 10, jitter: () => 1, isSafeToRepeat: () => true },
    { ...endpoint, username: () => 'a', password: () => 'b', timeout: () => 1 },
  ];
  const halves: AnyEndpoint[] = [
    // @ts-expect-error: no delay()
    { ...endpoint, tries: () => 3 },
    // @ts-expect-error: neither tries() nor delay()
    { ...endpoint, jitter: () => 1 },
    // @ts-expect-error: no password()
    { ...endpoint, username: () => 'a' },
    // @ts-expect-error: a token is no provider of tokens
    { ...endpoint, tokenProvider: () => 'token' },
    // @ts-expect-error: milliseconds are a number
    { ...endpoint, timeout: () => '30s' },
    // @ts-expect-error: no method of HTTP
    { ...endpoint, method: () => 'get' },
  ];
  expect([wholes.length, halves.length]).toEqual([4, 6]);
});

test('Declares the capabilities of a class, which is an endpoint with them', () => {
  class Orders implements Endpoint, Retry, UsesAuth {
    method() {
      return 'GET' as const;
    }
    url() {
      return 'https://a.example';
    }
    body() {
      return null;
    }
    tries() {
      return 2;
    }
    delay() {
      return 100;
    }
    tokenProvider() {
      return { current: () => 'token', refresh: async () => {} };
    }
  }
  const orders: AnyEndpoint = new Orders();
  expect(orders.tries?.()).toBe(2);
});
