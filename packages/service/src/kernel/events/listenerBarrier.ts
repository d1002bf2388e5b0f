import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Listening } from './keepListening.ts';

interface ListenerBarrier {
  /**
   * Resolves when every process that listens has received what was sent before, at the latest after `patience`
   * milliseconds; never rejects. Calls at the same time share one barrier.
   */
  settled(): Promise<void>;
  /** Takes the payloads of barriers; false for others. */
  receive(payload: string): boolean;
}

interface BarrierOptions {
  readonly listening: () => Listening;
  readonly channel: string;
  /** Defaults to one second. */
  readonly patience?: number;
}

/** PostgreSQL delivers notifications to each listener in the order of commits, so an acknowledgement follows all earlier ones. */
export function listenerBarrier({ listening, channel, patience = 1_000 }: BarrierOptions): ListenerBarrier {
  /** Barrier → called for each process that has acknowledged it. */
  const waiting = new Map<string, () => void>();
  let next: Promise<void> | null = null;
  const send = (payload: object) =>
    listening().query('select pg_notify($1, $2)', [channel, JSON.stringify(payload)]);

  async function pass(): Promise<void> {
    const id = randomUUID();
    const others = (await listening().countListeners()) - 1;
    if (others < 1) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      let open = others + 1;
      timer = setTimeout(resolve, patience);
      waiting.set(id, () => --open === 0 && resolve());
      send({ barrier: id }).catch(reject);
    }).finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  }

  return {
    settled: () => {
      next ??= setImmediate().then(() => {
        next = null;

        // Without a connection, processes find out by themselves (see `isListening`).
        return pass().catch(() => undefined);
      });

      return next;
    },
    receive: (payload) => {
      const [, kind, id = ''] = /^\{"(barrier|passed)":"([0-9a-f-]{36})"\}$/.exec(payload) ?? [];
      if (kind === undefined) return false;
      if (kind === 'passed') waiting.get(id)?.();
      else send({ passed: id }).catch(() => undefined);

      return true;
    },
  };
}
