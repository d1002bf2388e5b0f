import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from 'soap';
import { vatWsdl } from './vatWsdl.ts';

export interface VatServer {
  readonly wsdl: string;
  /** Numbers that it was asked for. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

const companies: Readonly<Record<string, string>> = { RO14399840: 'Rowhouse SRL' };
const countries = ['AT', 'DE', 'FR', 'RO'];

/** A service on loopback. It is busy the first time that it is asked. */
export async function startVatServer(): Promise<VatServer> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}/vat`;
  const asked: string[] = [];

  const CheckVat = ({ country, number }: { country: string; number: string }) => {
    asked.push(country + number);
    if (asked.length === 1) throw fault('MS_UNAVAILABLE', { country });
    if (!countries.includes(country)) throw fault('INVALID_INPUT', { country });
    const name = companies[country + number];

    return { valid: name !== undefined, name };
  };
  await new Promise<void>((resolve) => {
    listen(http, {
      path: '/vat',
      services: { VatService: { VatPort: { CheckVat } } },
      xml: vatWsdl(base),
      callback: () => resolve(),
    });
  });

  return {
    wsdl: `${base}?wsdl`,
    asked,
    async stop() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

function fault(faultstring: string, detail: object) {
  return { Fault: { faultcode: 'soap:Server', faultstring, detail, statusCode: 500 } };
}
