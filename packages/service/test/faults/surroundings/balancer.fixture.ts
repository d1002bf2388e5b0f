import { setTimeout as wait } from 'node:timers/promises';

/** What a load balancer knows of the web processes: it asks /ready of each, several times a second. */
export interface Balancer {
  /** Addresses of those that are ready; all, while none is. */
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

/** Null when the process takes its time, which does not put it out. */
async function isReady(address: string): Promise<boolean | null> {
  try {
    const response = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(patience) });
    await response.arrayBuffer();

    return response.status === 200;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? null : false;
  }
}
