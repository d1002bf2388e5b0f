import { describe, expect, test } from 'vitest';
import { SoapAction, type SoapOptions } from '../src/soap/index.ts';
import { call, client, codeOf, RateEndpoint, seen, server, useSoapServer } from './soapCalls.ts';

useSoapServer();

test('Does not accept half of a capability as an endpoint', () => {
  class HalfRetry extends RateEndpoint {
    tries() {
      return 3;
    }
  }
  // @ts-expect-error delay() is missing.
  expect(new SoapAction(new HalfRetry(), client())).toBeInstanceOf(SoapAction);
});

describe('a missing response', () => {
  test('retries an unavailable server, even for a POST', async () => {
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
    ['connection_timeout', { connection_timeout: 5 }, 60_000],
    // Long enough for the WSDL on a busy machine.
    ['timeout()', {}, 5_000],
  ])('times out within %s', async (_, options, timeout) => {
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

  test.each(['token', 'argument', 'operation'])('times out in time if %s is missing', async (missing) => {
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
  });

  test('rejects with the reason of a caller who aborts it, and is not a failure', async () => {
    server.gate = () => true;
    const end = new AbortController();
    const handled = new SoapAction(new RateEndpoint(), client()).handle({ signal: end.signal });
    setTimeout(() => end.abort(new Error('Enough.')), 50);

    await expect(handled).rejects.toThrow('Enough.');
    expect(seen.failures).toEqual([]);
  });
});

test('Refuses arguments that refer to themselves', async () => {
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

test('reports an invalid connection_timeout as an invalid endpoint', async () => {
  expect(await codeOf(new RateEndpoint({ connection_timeout: 0 }))).toBe('integrations.invalid_endpoint');
});
