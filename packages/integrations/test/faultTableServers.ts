// The servers of the fault table, and their names in it.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startSoapServer } from './soapServer.ts';
import { startServer } from './support.ts';

const [courier, other, soap] = await Promise.all([startServer(), startServer(), startSoapServer()]);

export const servers = { courier, other, soap };

export async function closeServers(): Promise<void> {
  await Promise.all([courier.close(), other.close(), soap.close()]);
}

const ports = new Map([
  [new URL(courier.base).port, 'courier.example'],
  [new URL(other.base).port, 'other.example'],
  [new URL(soap.base).port, 'rates.example'],
]);

/** An unused port. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');

  return port;
}

/** A text with names instead of the addresses of this run. */
export function named(text: string): string {
  return (
    text
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port: string) => ports.get(port) ?? 'nobody.example')
      // Resolvers that are away themselves say so.
      .replaceAll('EAI_AGAIN', 'ENOTFOUND')
      .replace(/\/(?:[\w.-]+\/)*rowhouse-faults-\w+/g, '/var/labels')
  );
}

/** An unused address. */
export const nobody = async () => `http://127.0.0.1:${await closedPort()}/parcels`;
