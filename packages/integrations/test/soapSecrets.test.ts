import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createClient, createMask } from '../src/index.ts';
import { SoapAction, type SoapResponse } from '../src/soap/index.ts';
import { maskFault } from '../src/soap/soapFault.ts';
import { clock, PatientRate, seen, server, transport, useSoapServer } from './soapCalls.ts';

useSoapServer();

test('Reveals secrets in no record, report, error or response, not even where a fault repeats them', async () => {
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

test('Masks a stack that was created earlier, too', () => {
  const error = new Error('soap:Server: no password=canary');
  expect(error.stack).toContain('canary');

  expect(maskFault(error, createMask()).stack).not.toContain('canary');
});
