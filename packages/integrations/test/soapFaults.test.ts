import { describe, expect, test } from 'vitest';
import { IntegrationError } from '../src/index.ts';
import { SoapAction, type SoapResponse } from '../src/soap/index.ts';
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
  useSoapServer,
} from './soapCalls.ts';
import { wsdlOf } from './soapServer.ts';

useSoapServer();

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

  test('is returned with exceptions: false', async () => {
    server.operation = () => faulty();
    const response = await call(new RateEndpoint({ exceptions: false }));

    expect(response.failed()).toBe(true);
    expect(() => response.throw()).toThrow('No rates for Cluj');
  });

  test.each([500, 200, 400])(
    'retries a fault with status %i if the endpoint allows it',
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

  test('is not retried unless declared safe', async () => {
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

  test('reports a fault with status 200 as a failure', async () => {
    server.operation = () => {
      throw { Fault: { faultcode: 'soap:Server', faultstring: 'Busy', statusCode: 200 } };
    };
    await expect(call(new RateEndpoint())).rejects.toThrow('soap:Server: Busy');
    expect(seen.failures).toEqual([expect.objectContaining({ status: 200, error: 'soap:Server: Busy' })]);
  });
});

test('Reads an empty body as a message without a result', async () => {
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

test('Needs no response for a one-way operation', async () => {
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

test('Reads a fault of SOAP 1.2 in the charset of the response', async () => {
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
  expect(server.received.at(-1)!.headers['content-type']).toBe(
    'application/soap+xml; charset=utf-8; action="urn:rates#Rate"',
  );
});

describe('a response that is not SOAP', () => {
  test.each([
    [200, '<html><body>Sign in</body></html>', 'integrations.invalid_response'],
    [200, 'not even XML', 'integrations.invalid_response'],
    [200, '', 'integrations.invalid_response'],
    [403, 'forbidden', 'integrations.call_failed'],
    [502, '', 'integrations.call_failed'],
  ])('reports an error for status %i, "%s"', async (status, body, code) => {
    server.gate = ({ method }, response) => {
      if (method === 'GET') return false;
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      return true;
    };
    expect(await codeOf(new RateEndpoint())).toBe(code);
    expect(seen.records).toEqual([expect.objectContaining({ status, method: 'POST' })]);
    expect(seen.failures).toEqual([expect.objectContaining({ status })]);
  });

  test('refreshes the token once for status 401', async () => {
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
