import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Clock } from './Client.ts';
import { longestTimer } from './longestTimer.ts';
import { createMask } from './mask/createMask.ts';
import { undiciTransport } from './transport/undiciTransport.ts';

export type ClientOptions = Partial<Omit<Client, 'close'>>;

/**
 * What actions are made with. By default calls go out over undici and are neither logged nor reported; `log` and
 * `failures` change that. Waits at most 60,000 ms for a Retry-After: a call that is told to wait longer is given up.
 */
export function createClient(options: ClientOptions = {}): Client {
  const own = options.transport ? null : undiciTransport();

  return Object.freeze({
    transport: options.transport ?? own!,
    log: options.log ?? null,
    failures: options.failures ?? null,
    mask: options.mask ?? createMask(),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    debug: options.debug ?? null,
    lock: options.lock ?? null,
    userAgent: options.userAgent ?? 'rowhouse',
    longestWait: options.longestWait ?? 60_000,
    close: async () => own?.close(),
  });
}

const systemClock: Clock = {
  now: () => new Date(),
  async sleep(milliseconds, signal) {
    try {
      await sleep(Math.min(milliseconds, longestTimer), undefined, { signal });
    } catch (error) {
      // Node's own error hides the reason of the caller.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
