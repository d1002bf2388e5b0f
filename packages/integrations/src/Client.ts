import type { CallLog, CallRecord } from './CallRecord.ts';
import type { FailureReports } from './failures/FailureReports.ts';
import type { Mask } from './mask/Mask.ts';
import type { Transport } from './Transport.ts';

/** What calls share: how they are sent, logged and reported. Of `createClient`; an application has one. */
export interface Client {
  readonly transport: Transport;
  readonly log: CallLog | null;
  readonly failures: FailureReports | null;
  readonly mask: Mask;
  readonly clock: Clock;
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number;
  /** Sees every record as it is logged: masked. */
  readonly debug: ((record: CallRecord) => void) | null;
  readonly lock: TokenLock | null;
  readonly userAgent: string;
  /** Longest Retry-After that is waited for, in milliseconds. */
  readonly longestWait: number;
  /** Ends the connections of a transport that the client made itself. */
  close(): Promise<void>;
}

export interface Clock {
  now(): Date;
  /** Rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Runs `run` while nobody else, in any process, runs one under the same key. */
export type TokenLock = (key: string, run: () => Promise<void>) => Promise<void>;
