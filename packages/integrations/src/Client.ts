import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLog, CallRecord } from './CallRecord.ts';
import { longestTimer } from './Deadline.ts';
import type { FailureReports } from './failures/FailureReports.ts';
import { createMask } from './mask/createMask.ts';
import type { Mask } from './mask/Mask.ts';
import type { TokenLock } from './Token.ts';
import type { Transport } from './Transport.ts';
import { undiciTransport } from './transport/undiciTransport.ts';

/** How calls are sent, logged and reported. Made by `createClient`; an application needs one. */
export interface Client {
  readonly transport: Transport;
  readonly log: CallLog | null;
  readonly failures: FailureReports | null;
  readonly mask: Mask;
  readonly clock: Clock;
  /** A number from 0 to 1, as Math.random. */
  readonly random: () => number;
  /** Receives every record as it is logged, masked. */
  readonly debug: ((record: CallRecord) => void) | null;
  readonly lock: TokenLock | null;
  readonly userAgent: string;
  /** Maximum Retry-After that is waited for, in milliseconds. */
  readonly longestWait: number;
  /** Closes the connections of the transport, if the client created it. */
  close(): Promise<void>;
}

export interface Clock {
  now(): Date;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export type ClientOptions = Partial<Omit<Client, 'close'>>;

/**
 * Creates the client that actions need. By default calls are sent by undici and neither logged nor reported; set `log`
 * and `failures` for that. A Retry-After of more than `longestWait` (defaults to 60,000 ms) ends the call.
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
      // Node's own error hides the signal's reason.
      signal?.throwIfAborted();
      throw error;
    }
  },
};
