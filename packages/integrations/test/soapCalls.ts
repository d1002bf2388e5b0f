// What tests of SOAP calls share: a server, a client whose log is recorded, endpoints.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createClient, IntegrationError, undiciTransport } from '../src/index.ts';
import { type AnySoapEndpoint, BaseSoapEndpoint, SoapAction, type SoapOptions } from '../src/soap/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import type { UndiciTransport } from '../src/transport/undiciTransport.ts';
import { type SoapServer, startSoapServer } from './soapServer.ts';
import { recorder } from './support.ts';

export let server: SoapServer;
export let transport: UndiciTransport;
export let seen = recorder();
export let clock = fakeClock();

/** For each test file by itself: files that share a process share this module, and its server is closed by the first. */
export function useSoapServer(): void {
  beforeAll(async () => {
    server = await startSoapServer();
    transport = undiciTransport();
  });
  beforeEach(() => {
    seen = recorder();
    clock = fakeClock();
    server.received.length = 0;
    server.operation = () => ({ amount: '5' });
    server.gate = () => false;
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });
}

export const client = () => createClient({ transport, clock, ...seen.options });

export class RateEndpoint extends BaseSoapEndpoint {
  readonly #options: SoapOptions;
  constructor(options: SoapOptions = {}) {
    super();
    this.#options = options;
  }
  wsdl() {
    return server.wsdl;
  }
  operation(): string | Promise<string> {
    return 'Rate';
  }
  arguments(): object | null | Promise<object | null> {
    return { city: 'Cluj' };
  }
  override options() {
    return this.#options;
  }
}

export class PatientRate extends RateEndpoint {
  tries() {
    return 3;
  }
  delay() {
    return 100;
  }
  isSafeToRepeat() {
    return true;
  }
}

export const call = (endpoint: AnySoapEndpoint) => new SoapAction(endpoint, client()).handle();
const rejection = async (endpoint: AnySoapEndpoint): Promise<Error> =>
  call(endpoint).then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => error,
  );
export const codeOf = async (endpoint: AnySoapEndpoint) => {
  const error = await rejection(endpoint);
  return error instanceof IntegrationError ? error.code : error;
};
export const faulty = (string = 'No rates for Cluj', detail: unknown = { reason: 'holiday' }) => {
  throw { Fault: { faultcode: 'soap:Server', faultstring: string, detail, statusCode: 500 } };
};
