import type { Direction } from '../Direction.ts';

/** A call that failed, secrets masked already. */
export interface CallFailure {
  readonly direction: Direction;
  readonly method: string;
  readonly url: string;
  readonly route: string | null;
  /** On whose behalf the call was made, or who made it; null when nobody knows. */
  readonly userId: number | string | null;
  /** Null when no response came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly callId: string;
  /** Attempts that were made. */
  readonly tries: number;
  /** Name of the endpoint's class; null for inbound calls. */
  readonly endpoint: string | null;
}

/** Is told of failures; never waits, never throws. */
export interface FailureReports {
  report(failure: CallFailure): void;
}
