import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createClient, createMask, IntegrationError } from '../src/index.ts';
import { SoapAction, type SoapOptions, type SoapResponse } from '../src/soap/index.ts';
import { maskFault } from '../src/soap/readFault.ts';
import {
  call,
  client,
  clock,
  codeOf,
  faulty,
  PatientRate,
  RateEndpoint,
  seen,
  server,
  transport,
} from './soapCalls.ts';
import { wsdlOf } from './soapServer.ts';

describe('a fault', () => {
  test('is logged, reported, seen by after(), and then thrown, with its detail', async () => {
    server.operation = () => faulty();
    let failed: SoapResponse | null = null;
    class Watched extends SoapAction {
      protected override after(response: SoapResponse) {
        failed = response;
      }
    }
    const error = await new Watched(new RateEndpoint(), client()).handle().catch((thrown) => thrown);

    expect(error).not.toBeInstanceOf(IntegrationError);
    expect(error.message).toMatch(/^soap:Server: No rates for Cluj: .*holiday/);
    expect(error.root.Envelope.Body.Fault).toMatchObject({
      faultstring: 'No rates for Cluj',
      detail: { reason: 'holiday' },
    });
    expect(failed).toMatchObject({
      status: 500,
      result: null,
      fault: { code: 'soap:Server', message: 'No rates for Cluj', detail: { reason: 'holiday' } },
    });
    expect(failed!.failed()).toBe(true);
    expect(seen.records).toEqual([
      expect.objectContaining({ status: 500, error: expect.stringContaining('No rates for Cluj'), try: 1 }),
    ]);
    expect(seen.failures).toEqual([
      expect.objectContaining({
        status: 500,
        error: expect.stringContaining('No rates'),
        endpoint: 'RateEndpoint',
      }),
    ]);
  });

  test('is answered with exceptions: false', async () => {
    server.operation = () => faulty();
    const response = await call(new RateEndpoint({ exceptions: false }));

    expect(response.failed()).toBe(true);
    expect(() => response.throw()).toThrow('No rates for Cluj');
  });

  test.each([500, 200, 400])(
    'with status %i is followed by another attempt, when the endpoint allows',
    async (statusCode) => {
      let calls = 0;
      server.operation = () => {
        if (++calls > 1) return { amount: '7' };
        throw { Fault: { faultcode: 'soap:Server', faultstring: 'Busy', statusCode } };
      };
      const response = await call(new PatientRate());

      expect(response).toMatchObject({ result: { amount: '7' }, tries: 2 });
      expect(seen.records.map(({ status, error }) => [status, error])).toEqual([
        [statusCode, 'soap:Server: Busy'],
        [200, null],
      ]);
      expect(new Set(seen.records.map(({ callId }) => callId)).size).toBe(1);
      expect(clock.waits).toEqual([100]);
      expect(seen.failures).toEqual([]);
    },
  );

  test('is not followed by another attempt, when nothing says that it is safe', async () => {
    server.operation = () => faulty();
    class Careful extends RateEndpoint {
      tries() {
        return 3;
      }
      delay() {
        return 100;
      }
    }
    await expect(call(new Careful())).rejects.toThrow('No rates');
    expect(seen.records).toHaveLength(1);
  });

  test('with status 200 is reported as a failure', async () => {
    server.operation = () => {
      throw { Fault: { faultcode: 'soap:Server', faultstring: 'Busy', statusCode: 200 } };
    };
    await expect(call(new RateEndpoint())).rejects.toThrow('soap:Server: Busy');
    expect(seen.failures).toEqual([expect.objectContaining({ status: 200, error: 'soap:Server: Busy' })]);
  });
});

test('An empty body is a message without a result', async () => {
  server.gate = ({ method }, response) => {
    if (method === 'GET') return false;
    response.end(
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body></s:Body></s:Envelope>',
    );
    return true;
  };
  const response = await call(new RateEndpoint());

  expect(response).toMatchObject({ result: null, status: 200 });
  expect(response.failed()).toBe(false);
});

test('An operation without an answer needs none', async () => {
  server.gate = (_, response) => {
    response.writeHead(202).end();
    return true;
  };
  class OneWay extends RateEndpoint {
    override wsdl() {
      return wsdlOf(`${server.base}/rates`)
        .replace('<output message="tns:RateOutput"/>', '')
        .replace('<output><soap:body use="literal"/></output>', '');
    }
  }
  expect(await call(new OneWay())).toMatchObject({ status: 202, result: null, fault: null });
});

test('A fault of SOAP 1.2 is read as well, in the charset of the answer', async () => {
  server.gate = ({ method }, response) => {
    if (method === 'GET') return false;
    response
      .writeHead(400, { 'content-type': 'application/soap+xml; charset=iso-8859-1' })
      .end(
        Buffer.from(
          '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code>' +
            '<s:Reason><s:Text xml:lang="fr">Clé inconnue</s:Text></s:Reason><s:Detail><at>Cluj</at></s:Detail></s:Fault></s:Body></s:Envelope>',
          'latin1',
        ),
      );
    return true;
  };
  const { fault, rawResponse } = await call(
    new RateEndpoint({ exceptions: false, forceSoap12Headers: true }),
  );

  expect(fault).toEqual({ code: 's:Sender', message: 'Clé inconnue', detail: { at: 'Cluj' } });
  expect(rawResponse).toContain('Clé inconnue');
  expect(server.asked.at(-1)!.headers['content-type']).toBe(
    'application/soap+xml; charset=utf-8; action="urn:rates#Rate"',
  );
});

test('Half of a capability is no endpoint', () => {
  class HalfRetry extends RateEndpoint {
    tries() {
      return 3;
    }
  }
  // @ts-expect-error delay() is missing.
  expect(new SoapAction(new HalfRetry(), client())).toBeInstanceOf(SoapAction);
});

describe('an answer that is no SOAP', () => {
  test.each([
    [200, '<html><body>Sign in</body></html>', 'integrations.invalid_response'],
    [200, 'not even XML', 'integrations.invalid_response'],
    [200, '', 'integrations.invalid_response'],
    [403, 'forbidden', 'integrations.call_failed'],
    [502, '', 'integrations.call_failed'],
  ])('of status %i, "%s", is an error', async (status, body, code) => {
    server.gate = ({ method }, response) => {
      if (method === 'GET') return false;
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      return true;
    };
    expect(await codeOf(new RateEndpoint())).toBe(code);
    expect(seen.records).toEqual([expect.objectContaining({ status, method: 'POST' })]);
    expect(seen.failures).toEqual([expect.objectContaining({ status })]);
  });

  test('of status 401 refreshes the token once', async () => {
    const token = {
      value: 'token-1',
      current: () => token.value,
      refresh: async () => {
        token.value = 'token-2';
      },
    };
    server.gate = ({ method, headers }, response) => {
      if (method === 'GET' || headers.authorization === 'Bearer token-2') return false;
      response.writeHead(401).end();
      return true;
    };
    class Signed extends RateEndpoint {
      tokenProvider() {
        return token;
      }
    }
    expect(await call(new Signed())).toMatchObject({ status: 200, tries: 2 });
  });
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

test('Secrets are in no record, report, error or response, not even where a fault repeats them', async () => {
  const canary = (name: string) => `canary-${name}`;
  server.operation = () => {
    throw {
      Fault: {
        faultcode: 'soap:Server',
        faultstring: `User ann with ${canary('argument<&>')} and ${canary('header')} and ${canary('token')} is unknown`,
        detail: { apiKey: canary('detail'), hint: `it was ${canary('argument<&>')}` },
      },
    };
  };
  class Secretive extends PatientRate {
    override arguments() {
      return { city: 'Cluj', password: canary('argument<&>') };
    }
    soapHeaders() {
      return [
        { Security: { Username: 'ann', Password: canary('header') } },
        `<ApiKey>${canary('xml')}</ApiKey>`,
      ];
    }
    tokenProvider() {
      return { current: () => canary('token'), refresh: async () => {} };
    }
  }
  let response: SoapResponse | null = null;
  class Watched extends SoapAction {
    protected override after(answered: SoapResponse) {
      response = answered;
    }
  }
  const debugged: unknown[] = [];
  const watched = createClient({
    transport,
    clock,
    ...seen.options,
    debug: (record) => debugged.push(record),
  });
  const error = await new Watched(new Secretive(), watched).handle().catch((thrown) => thrown);

  expect(seen.records).toHaveLength(3);
  expect(error.message).toContain('User ann with');
  const everything = inspect(
    [
      seen.records,
      seen.failures,
      debugged,
      error,
      error.stack,
      JSON.stringify(error),
      response,
      response!.rawRequest,
      response!.rawResponse,
    ],
    { depth: 20, maxStringLength: null, showHidden: true },
  );
  expect(everything).toContain('User ann with');
  expect(everything).not.toContain('canary');
});

test('A stack that was written before is masked, too', () => {
  const error = new Error('soap:Server: no password=canary');
  expect(error.stack).toContain('canary');

  expect(maskFault(error, createMask()).stack).not.toContain('canary');
});
