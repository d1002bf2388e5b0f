// The rows of the fault table for SOAP.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AnySoapEndpoint, BaseSoapEndpoint, SoapAction, type SoapOptions } from '../src/soap/index.ts';
import { retry, safe } from './faultTableCalls.ts';
import type { FaultCase } from './faultTableRun.ts';
import { servers } from './faultTableServers.ts';
import type { Gate, Operation } from './soapServer.ts';

class RateEndpoint extends BaseSoapEndpoint {
  wsdl() {
    return servers.soap.wsdl;
  }
  operation() {
    return 'Rate';
  }
  arguments() {
    return { city: 'Cluj' };
  }
}

const rates = <Capabilities extends object>(capabilities: Capabilities): RateEndpoint & Capabilities =>
  Object.assign(new RateEndpoint(), capabilities);
const open: Gate = () => false;
const faultOnce = (): Operation => {
  let calls = 0;
  return () => (++calls === 1 ? faults({}, null) : { amount: '5' });
};
const faults: Operation = () => {
  throw {
    Fault: {
      faultcode: 'soap:Server',
      faultstring: 'No rates for Cluj',
      detail: { reason: 'holiday' },
      statusCode: 500,
    },
  };
};
const noWsdl: Gate = ({ method }: IncomingMessage, response: ServerResponse) => {
  if (method !== 'GET') return false;
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Sign in</body></html>');
  return true;
};

function callsSoap(
  endpoint: AnySoapEndpoint,
  { operation = faults, gate = open }: { operation?: Operation; gate?: Gate },
): FaultCase['run'] {
  return async (client) => {
    servers.soap.operation = operation;
    servers.soap.gate = gate;
    const { status, fault, result } = await new SoapAction(endpoint, client).handle();
    const detail = fault && ` with fault ${fault.message}, ${JSON.stringify(fault.detail)}`;

    return `${status}${detail ?? ` with ${JSON.stringify(result)}`}`;
  };
}

const answersFailures: { options(): SoapOptions } = { options: () => ({ exceptions: false }) };

export const soapFaults: readonly FaultCase[] = [
  {
    fault: 'The WSDL is none',
    call: 'SOAP, 3 tries',
    run: callsSoap(rates(retry), { gate: noWsdl }),
    gets: 'integrations.invalid_endpoint',
    requests: 0,
    rows: ['not sent'],
    notified: [1],
  },
  {
    fault: 'SOAP fault with detail',
    call: 'SOAP',
    run: callsSoap(rates({}), {}),
    gets: 'soap',
    rows: [500],
    notified: [1],
  },
  {
    fault: 'SOAP fault with detail',
    call: 'SOAP, `exceptions: false`',
    run: callsSoap(rates(answersFailures), {}),
    gets: '500 with fault No rates for Cluj, {"reason":"holiday"}',
    rows: [500],
    notified: [1],
  },
  {
    fault: 'SOAP fault with detail',
    call: 'SOAP, 3 tries',
    run: callsSoap(rates(retry), {}),
    gets: 'soap',
    rows: [500],
    notified: [1],
  },
  {
    fault: 'SOAP fault with detail',
    call: 'SOAP, 3 tries, safe to repeat',
    run: callsSoap(rates(safe), {}),
    gets: 'soap',
    rows: [500, 500, 500],
    waits: [100, 200],
    notified: [1],
  },
  {
    fault: 'SOAP fault once',
    call: 'SOAP, 3 tries, safe to repeat',
    run: callsSoap(rates(safe), { operation: faultOnce() }),
    gets: '200 with {"amount":"5"}',
    rows: [500, 200],
    waits: [100],
  },
];
