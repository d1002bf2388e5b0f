import { describe, expect, test } from 'vitest';
import { SoapAction, type SoapOptions } from '../src/soap/index.ts';
import { call, client, codeOf, RateEndpoint, seen, server, useSoapServer } from './soapCalls.ts';

useSoapServer();

test('Half of a capability is no endpoint', () => {
  class HalfRetry extends RateEndpoint {
    tries() {
      return 3;
    }
  }
  // @ts-expect-error delay() is missing.
  expect(new SoapAction(new HalfRetry(), client())).toBeInstanceOf(SoapAction);
});

describe('no answer', () => {
  test('from a server that is away is tried again, even though it is a POST', async () => {
    class Away extends RateEndpoint {
      override wsdl() {
        return 'http://127.0.0.1:1/rates?wsdl';
      }
      tries() {
        return 2;
      }
      delay() {
        return 5;
      }
    }
    expect(await codeOf(new Away())).toBe('integrations.no_response');
    expect(seen.records.map(({ status, error }) => [status, error?.split(':')[0]])).toEqual([
      [null, 'refused'],
      [null, 'refused'],
    ]);
    expect(seen.failures).toHaveLength(1);
  });

  test.each<[string, SoapOptions, number]>([
    ['connection_timeout', { connection_timeout: 0.1 }, 30_000],
    ['timeout()', {}, 100],
  ])('within %s is a time-out', async (_, options, timeout) => {
    server.gate = ({ method }) => method === 'POST';
    class Slow extends RateEndpoint {
      timeout() {
        return timeout;
      }
    }
    expect(await codeOf(new Slow(options))).toBe('integrations.timeout');
    expect(seen.records).toEqual([
      expect.objectContaining({ method: 'POST', status: null, error: expect.stringMatching(/^timeout/) }),
    ]);
  });

  test.each(['token', 'argument', 'operation'])(
    'within the time, for want of the %s, is a time-out',
    async (missing) => {
      const never = new Promise<never>(() => {});
      class Endless extends RateEndpoint {
        override arguments() {
          return missing === 'argument' ? never : super.arguments();
        }
        override operation() {
          return missing === 'operation' ? never : super.operation();
        }
        tokenProvider() {
          return { current: () => (missing === 'token' ? never : 'token-1'), refresh: async () => {} };
        }
        timeout() {
          return 200;
        }
      }
      expect(await codeOf(new Endless())).toBe('integrations.timeout');
      expect(seen.records).toEqual([
        expect.objectContaining({ status: null, error: expect.stringMatching(/^timeout/) }),
      ]);
    },
  );

  test('to a caller who ends it is his own reason, and no failure', async () => {
    server.gate = () => true;
    const end = new AbortController();
    const handled = new SoapAction(new RateEndpoint(), client()).handle({ signal: end.signal });
    setTimeout(() => end.abort(new Error('Enough.')), 50);

    await expect(handled).rejects.toThrow('Enough.');
    expect(seen.failures).toEqual([]);
  });
});

test('Arguments that refer to themselves cannot be sent', async () => {
  class Unsendable extends RateEndpoint {
    override arguments() {
      const city = {};
      return Object.assign(city, { city });
    }
  }
  await expect(call(new Unsendable())).rejects.toThrow(
    'Unsendable.arguments() cannot be sent: it refers to itself, or is too deep.',
  );
  expect(seen.records).toHaveLength(1);
});

test('A connection_timeout that is none is an invalid endpoint', async () => {
  expect(await codeOf(new RateEndpoint({ connection_timeout: 0 }))).toBe('integrations.invalid_endpoint');
});
