import { describe, expect, test } from 'vitest';
import { SoapAction } from '../src/soap/index.ts';
import {
  call,
  client,
  clock,
  codeOf,
  PatientRate,
  RateEndpoint,
  seen,
  server,
  useSoapServer,
} from './soapCalls.ts';
import { wsdlOf } from './soapServer.ts';

useSoapServer();

describe('a call that succeeds', () => {
  test('returns the result and the headers of the envelope, and is logged once, with request and response', async () => {
    const response = await call(new RateEndpoint());

    expect(response.result).toEqual({ amount: '5' });
    expect(response).toMatchObject({ status: 200, tries: 1, fault: null });
    expect(response.failed()).toBe(false);
    expect(response.throw()).toBe(response);
    expect(response.rawRequest).toContain('city>Cluj</');
    expect(response.rawResponse).toContain('amount>5</');
    expect(seen.records).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: `${server.base}/rates`,
        status: 200,
        error: null,
        try: 1,
        direction: 'Outbound',
        payload: {
          request: {
            headers: expect.objectContaining({ soapaction: '"urn:rates#Rate"', 'user-agent': 'rowhouse' }),
            body: expect.stringContaining('Cluj'),
          },
          response: { headers: expect.anything(), body: expect.stringContaining('amount>5</') },
        },
      }),
    ]);
    expect(seen.failures).toEqual([]);
  });

  test('sends objects and XML as headers of the envelope, HTTP headers, and a token', async () => {
    let headers: unknown;
    server.operation = (_, given) => {
      headers = given;
      return { amount: '5' };
    };
    class WithHeaders extends RateEndpoint {
      soapHeaders() {
        return [{ Tenant: 'north' }, '<Trace>t-1</Trace>'];
      }
      headers() {
        return { 'X-Shop': 'eleven', Accept: 'text/xml' };
      }
      tokenProvider() {
        return { current: () => 'token-1', refresh: async () => {} };
      }
    }
    await call(new WithHeaders());

    expect(headers).toMatchObject({ Tenant: 'north', Trace: 't-1' });
    expect(server.received.at(-1)!.headers).toMatchObject({
      'x-shop': 'eleven',
      accept: 'text/xml',
      authorization: 'Bearer token-1',
      'content-type': 'text/xml; charset=utf-8',
    });
    expect(server.received[0]!.headers).not.toHaveProperty('authorization');
  });

  test('takes the XML of a description too, and calls another location', async () => {
    class Inline extends RateEndpoint {
      override wsdl() {
        return wsdlOf('http://127.0.0.1:1/nowhere');
      }
    }
    const response = await call(new Inline({ location: `${server.base}/rates` }));

    expect(response.result).toEqual({ amount: '5' });
    expect(server.received.map(({ method }) => method)).toEqual(['POST']);
  });

  test('accepts XML without a version or with leading space', async () => {
    class Inline extends RateEndpoint {
      override wsdl() {
        return wsdlOf(`${server.base}/rates`).replace(/^<\?xml.*\?>/, '\n  ');
      }
    }
    expect((await call(new Inline())).result).toEqual({ amount: '5' });
  });

  test('keeps no envelopes without trace', async () => {
    expect(await call(new RateEndpoint({ trace: false }))).toMatchObject({
      rawRequest: null,
      rawResponse: null,
    });
  });
});

describe('the description', () => {
  test('is kept for an hour', async () => {
    const shared = client();
    const descriptions = () => server.received.filter(({ method }) => method === 'GET').length;

    await new SoapAction(new RateEndpoint(), shared).handle();
    await new SoapAction(new RateEndpoint(), shared).handle();
    expect(descriptions()).toBe(1);

    await clock.sleep(3_600_001);
    await new SoapAction(new RateEndpoint(), shared).handle();
    expect(descriptions()).toBe(2);

    await new SoapAction(new RateEndpoint({ wsdlCache: 0 }), shared).handle();
    await new SoapAction(new RateEndpoint({ wsdlCache: 0 }), shared).handle();
    expect(descriptions()).toBe(4);
  });

  test.each([
    ['is a page', '<html><body>Sign in</body></html>'],
    ['is empty', ''],
    ['is no XML', '{"wsdl":false}'],
    ['breaks off', wsdlOf('http://127.0.0.1:1').slice(0, 900)],
  ])('reports and logs %s as an error, and does not cache it', async (_, body) => {
    let broken = true;
    server.gate = ({ method }, response) => {
      if (method !== 'GET' || !broken) return false;
      response.end(body);
      return true;
    };
    const shared = client();
    const failed = new SoapAction(new PatientRate(), shared).handle();

    await expect(failed).rejects.toMatchObject({ code: 'integrations.invalid_endpoint' });
    expect(seen.records).toEqual([
      expect.objectContaining({ method: 'GET', url: server.wsdl, status: null, error: expect.any(String) }),
    ]);
    expect(seen.failures).toHaveLength(1);

    broken = false;
    expect((await new SoapAction(new PatientRate(), shared).handle()).result).toEqual({ amount: '5' });
  });

  test('reports a missing description immediately, and retries an unavailable one', async () => {
    let statuses = [404];
    server.gate = ({ method }, response) => {
      const status = method === 'GET' ? statuses.shift() : undefined;
      if (status === undefined) return false;
      response.writeHead(status).end('no');
      return true;
    };
    expect(await codeOf(new PatientRate())).toBe('integrations.invalid_endpoint');

    statuses = [503, 502];
    expect((await call(new PatientRate())).tries).toBe(3);
  });

  test('lists the known operations if the operation is missing', async () => {
    class Other extends RateEndpoint {
      override operation() {
        return 'toString';
      }
    }
    await expect(call(new Other())).rejects.toThrow(/operation\(\) is toString.* it has Rate\./);
  });
});
