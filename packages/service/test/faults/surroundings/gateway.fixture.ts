import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy that can refuse connections while the server behind it keeps its state. */
export interface Gateway {
  readonly port: number;
  /** Refuses connections, and closes existing ones. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function openGateway(target: number): Promise<Gateway> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(behind).pipe(client);
  });
  const listen = async (requested: number) => {
    server.listen(requested, '127.0.0.1');
    await once(server, 'listening');

    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);

  return {
    port,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    open: async () => {
      if (!server.listening) await listen(port);
    },
  };
}

/** A load balancer that polls /ready of each web process several times a second. */
export interface Balancer {
  /** Addresses of the ready processes; all if none is ready. */
  ready(): readonly string[];
  stop(): Promise<void>;
}

const every = 200;
const patience = 1_000;

export function startBalancer(addresses: readonly string[]): Balancer {
  const ready = new Set(addresses);
  const stop = new AbortController();
  const watch = async (address: string) => {
    while (!stop.signal.aborted) {
      const isIn = await isReady(address);
      if (isIn === true) ready.add(address);
      if (isIn === false) ready.delete(address);
      await wait(every, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const watching = Promise.all(addresses.map(watch));

  return {
    ready: () => (ready.size === 0 ? addresses : addresses.filter((address) => ready.has(address))),
    stop: async () => {
      stop.abort();
      await watching;
    },
  };
}

/** Null for a slow process, which stays in. */
async function isReady(address: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(patience) });
    await response.arrayBuffer();

    return response.status === 200;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? null : false;
  }
}
