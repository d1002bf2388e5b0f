/** The kinds of requests, as named in the report. */
export const requestKinds = [
  'table data',
  'other table data',
  'export requested',
  'export polled',
  'export downloaded',
  'action requested',
  'action polled',
  'avatar uploaded',
  'avatar shown',
  'order read by key',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** One request and its result. */
export interface Entry {
  readonly kind: RequestKind;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** 0 without a complete response. */
  readonly status: number;
  /** The type of the problem document; without a response, the cause. */
  readonly code: string;
  readonly message: string;
  /** Whether it is a valid problem document, with Retry-After if it is a 503. */
  readonly isProblem: boolean;
}

export interface LedgerResponse {
  readonly status: number;
  readonly bytes: Buffer;
  /** The parsed body, or an empty object. */
  readonly body: Record<string, unknown>;
}

/** Sends and records every request of the load. */
export interface Ledger {
  readonly entries: readonly Entry[];
  ask(kind: RequestKind, url: string, init?: RequestInit): Promise<LedgerResponse>;
}

/** The time limit of a request, in milliseconds; exceeding it is a finding. */
export const longestRequest = 30_000;

export function createLedger(): Ledger {
  const entries: Entry[] = [];

  return {
    entries,
    ask: async (kind, url, init = {}) => {
      const from = Date.now();
      const write = (rest: Omit<Entry, 'kind' | 'from' | 'to'>) =>
        entries.push({ kind, from, to: Date.now(), ...rest });
      try {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(longestRequest) });
        const bytes = Buffer.from(await response.arrayBuffer());
        const { status, headers } = response;
        const body = status >= 400 || isJson(headers) ? parse(bytes) : {};
        write({ status, ...problemOf(status, headers, body) });

        return { status, bytes, body };
      } catch (error) {
        const { message, cause } = error as Error;
        const code = cause instanceof Error ? cause.message : message;
        write({ status: 0, code, message, isProblem: false });

        return { status: 0, bytes: Buffer.alloc(0), body: {} };
      }
    },
  };
}

function problemOf(status: number, headers: Headers, body: Record<string, unknown>) {
  if (status < 400) return { code: '', message: '', isProblem: false };
  const [code, message] = [body.type, body.message].map((value) => (typeof value === 'string' ? value : ''));
  const isDocument = headers.get('content-type')?.startsWith('application/problem+json') === true;

  return {
    code: code ?? '',
    message: message ?? '',
    isProblem: isDocument && body.status === status && (status !== 503 || headers.has('retry-after')),
  };
}

function isJson(headers: Headers): boolean {
  return /^application\/json/.test(headers.get('content-type') ?? '');
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
