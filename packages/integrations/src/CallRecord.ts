import type { CallFault } from './callFaults.ts';

export const Direction = { Inbound: 'Inbound', Outbound: 'Outbound' } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

/** One attempt at a call, as it is logged: secrets masked, texts capped. */
export interface CallRecord {
  /** The same for all attempts of a call: a UUID. */
  readonly callId: string;
  readonly userId: number | string | null;
  /** Outbound: the route during which the call was made. Inbound: the route that was called. */
  readonly route: string | null;
  readonly url: string;
  /** Request and response. */
  readonly payload: CallPayload;
  readonly method: string;
  /** Null without a response. */
  readonly status: number | null;
  /** In English; of a response that is a fault, its own text. */
  readonly error: string | null;
  /** The error as data, if it is one of this package or of a transport. */
  readonly fault?: CallFault | null;
  /** Number of the attempt, from 1. */
  readonly try: number;
  readonly direction: Direction;
  /** Milliseconds, with three decimals. */
  readonly duration: number;
  readonly createdAt: Date;
}

/** Bodies that were JSON are parsed; a number that JavaScript would write otherwise is raw JSON (`JSON.isRawJSON`). */
export interface CallPayload {
  readonly request: { readonly headers: Record<string, string>; readonly body: unknown };
  readonly response: { readonly headers: Record<string, string>; readonly body: unknown } | null;
}

/** Whether a status means that a call failed. 304 confirms what the caller has. */
export function isFailureStatus(status: number): boolean {
  return (status < 200 || status > 299) && status !== 304;
}

/** Receives records; never delays a call or makes it fail. */
export interface CallLog {
  add(record: CallRecord): void;
  /**
   * True if a record added now would be dropped; it then counts as dropped and need not be created. An optimisation for
   * thousands of calls per second.
   */
  refuses?(): boolean;
}

/** Prints a masked attempt as readable text: the output of API_DEBUG. */
export function printCall(record: CallRecord, write: (text: string) => void): void {
  const { payload, direction, method, url, status, error, duration } = record;
  const arrow = direction === 'Outbound' ? '→' : '←';
  const outcome = error === null ? `${status ?? 'no response'}` : `${status ?? 'no response'}: ${error}`;
  const lines = [
    `${arrow} ${method} ${url}  (call ${record.callId}, try ${record.try})`,
    ...messageLines(payload.request),
    `${direction === 'Outbound' ? '←' : '→'} ${outcome}  (${duration.toFixed(1)} ms)`,
    ...(payload.response === null ? [] : messageLines(payload.response)),
  ];

  write(`${lines.join('\n')}\n`);
}

function messageLines({
  headers,
  body,
}: {
  readonly headers: Record<string, string>;
  readonly body: unknown;
}): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);

  return [
    ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`),
    ...(body === null || body === undefined ? [] : ['', ...text.split('\n').map((line) => `    ${line}`)]),
  ];
}
