import type { Direction } from '../CallRecord.ts';
import type { CallFault } from '../callFaults.ts';

/** A failed call, masked. */
export interface CallFailure {
  readonly direction: Direction;
  readonly method: string;
  readonly url: string;
  readonly route: string | null;
  /** Outbound: on whose behalf the call was made. Inbound: its caller. Null if unknown. */
  readonly userId: number | string | null;
  /** Null without a response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The error as data, as in `CallRecord`. */
  readonly fault?: CallFault | null;
  readonly callId: string;
  /** Number of attempts made. */
  readonly tries: number;
  /** Class name of the endpoint; null for inbound calls. */
  readonly endpoint: string | null;
}

/** Receives failures; never waits or throws. */
export interface FailureReports {
  report(failure: CallFailure): void;
}

/** Equal failures within a window: with the same endpoint or route, method, and status or kind of error. */
export interface FailureGroup {
  /** Identifies this group and window in all processes: a key for notifications that are sent once. */
  readonly key: string;
  /**
   * `opened` at the first failure, for notifications that can be updated; `closed` at the end of the window, with the
   * final `count`, for those that cannot, such as mails. Every group has both, also with a single failure.
   */
  readonly stage: 'opened' | 'closed';
  /** Number of failures so far. */
  readonly count: number;
  /** The first one. */
  readonly failure: CallFailure;
  readonly startedAt: Date;
  readonly endsAt: Date;
  /** True for the group of all further failures when `maxGroups` is reached. */
  readonly isOverflow: boolean;
}

/** Shared state of several processes, so that equal failures in all of them form one group. */
export interface FailureStore {
  /** Opens a window of the group, or joins the open one. */
  join(group: string, startsAt: Date, endsAt: Date): Promise<FailureWindow>;
  /** Adds the count of this process at the end of a window. */
  add(window: string, count: number): Promise<void>;
  /** Returns the sum to the first caller, null to all others. */
  take(window: string): Promise<number | null>;
}

export interface FailureWindow {
  /** Unique. */
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Whether this call of `join` opened it. */
  readonly isNew: boolean;
}
