import type { Direction } from './Direction.ts';

/** One attempt at a call, as it is logged: secrets masked, texts capped. */
export interface CallRecord {
  /** The same for all attempts of a call: a UUID. */
  readonly callId: string;
  readonly userId: number | string | null;
  /** Outbound: the route during which the call was made. Inbound: the route that was called. */
  readonly route: string | null;
  readonly url: string;
  /** What was sent and answered. */
  readonly payload: CallPayload;
  readonly method: string;
  /** Null when no response came. */
  readonly status: number | null;
  readonly error: string | null;
  /** Number of the attempt, from 1. */
  readonly try: number;
  readonly direction: Direction;
  /** Milliseconds, with three decimals. */
  readonly duration: number;
  readonly createdAt: Date;
}

export interface CallPayload {
  readonly request: { readonly headers: Record<string, string>; readonly body: unknown };
  readonly response: { readonly headers: Record<string, string>; readonly body: unknown } | null;
}

/** Takes records without ever making a call wait or fail. */
export interface CallLog {
  add(record: CallRecord): void;
  /**
   * Whether a record that is added now would be dropped: it is counted as such then, and need not be made. For those who
   * log thousands of calls a second.
   */
  refuses?(): boolean;
}
