/** What was sent, or answered. */
export interface CallMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON where it was JSON, otherwise text; null where there was none. */
  readonly body: unknown;
}

export interface CallAttempt {
  readonly id: string;
  /** From 1. */
  readonly try: number;
  readonly url: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** Milliseconds. */
  readonly duration: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Null of calls that were logged before payloads were. */
  readonly request: CallMessage | null;
  readonly response: CallMessage | null;
}

/** In GET /api/system/apiLogs/calls/:callId */
export interface ApiCall {
  readonly id: string;
  readonly direction: string;
  readonly method: string;
  readonly url: string;
  readonly permission: string | null;
  /** The name is null when the user was deleted since. */
  readonly user: { readonly id: number; readonly name: string | null } | null;
  readonly attempts: readonly CallAttempt[];
}

/** In GET /api/system/apiLogs/statistics */
export interface HourOfCalls {
  /** When it began; ISO 8601, UTC. */
  readonly hour: string;
  readonly calls: number;
  readonly failures: number;
  /** Milliseconds; 0 without calls. */
  readonly p95: number;
}
