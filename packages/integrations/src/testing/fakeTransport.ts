import { fail } from 'node:assert';
import type { Clock } from '../Client.ts';
import type { Method } from '../Endpoint.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../Transport.ts';

export interface FakeAnswer {
  /** Defaults to 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Objects and lists are sent as JSON, text and bytes unchanged. */
  readonly body?: unknown;
}

/** Instead of a response. */
export interface FakeFailure {
  readonly fails: TransportError['reason'];
  /** True by default, except for `dns` and `refused`. */
  readonly mayHaveArrived?: boolean;
}

/** A response, a failure, or a function that makes one of the request. */
export type FakeStep =
  | FakeAnswer
  | FakeFailure
  | ((request: TransportRequest) => FakeAnswer | FakeFailure | Promise<FakeAnswer | FakeFailure>);

export interface Expectation {
  /** One step per call, in order; `verify` requires all of them. */
  answers(...steps: readonly FakeStep[]): void;
  /** The same step for any number of calls, including none. */
  alwaysAnswers(step: FakeStep): void;
}

export interface FakeTransport extends Transport {
  /** Expects calls to a URL, given with its query or as a pattern. */
  when(method: Method, url: string | RegExp): Expectation;
  /** Sent requests, in order. */
  readonly requests: readonly TransportRequest[];
  /** Throws an AssertionError for unexpected calls and for expected calls that were not made. */
  verify(): void;
}

interface Expected {
  readonly method: Method;
  readonly url: string | RegExp;
  readonly steps: FakeStep[];
  readonly always: FakeStep | null;
}

/** A transport for tests, without a network. Unexpected calls fail, and `verify` reports them. */
export function fakeTransport(): FakeTransport {
  const expected: Expected[] = [];
  const requests: TransportRequest[] = [];
  const stray: string[] = [];

  const stepFor = (request: TransportRequest): FakeStep | undefined => {
    const fitting = expected.filter(
      ({ method, url }) => method === request.method && fits(url, request.url.href),
    );
    const next = fitting.find(({ steps }) => steps.length > 0);
    return next?.steps.shift() ?? fitting.find(({ always }) => always !== null)?.always ?? undefined;
  };

  return {
    requests,
    when: (method, url) => ({
      answers: (...steps) => void expected.push({ method, url, steps: [...steps], always: null }),
      alwaysAnswers: (step) => void expected.push({ method, url, steps: [], always: step }),
    }),
    async send(request) {
      requests.push(request);
      const step = stepFor(request);

      if (step === undefined) {
        const call = `${request.method} ${request.url.href}`;
        stray.push(call);
        throw new TransportError('other', `Unexpected call ${call}. Expected are: ${listed(expected)}.`, {
          mayHaveArrived: false,
        });
      }
      return respond(request, typeof step === 'function' ? await step(request) : step);
    },
    verify() {
      const complaints = stray.map((call) => `${call} was sent, but not expected.`);
      for (const { method, url, steps } of expected) {
        if (steps.length > 0) complaints.push(`${method} ${url} was expected ${steps.length} more times.`);
      }
      if (complaints.length > 0) fail(complaints.join('\n'));
    },
  };
}

function fits(expected: string | RegExp, url: string): boolean {
  // Not `test`, which is stateful with the flag g.
  return typeof expected === 'string' ? URL.parse(expected)?.href === url : url.search(expected) !== -1;
}

function listed(expected: readonly Expected[]): string {
  return expected.map(({ method, url }) => `${method} ${url}`).join(', ') || 'none';
}

function respond(request: TransportRequest, step: FakeAnswer | FakeFailure): TransportResponse {
  if ('fails' in step) {
    const mayHaveArrived = step.mayHaveArrived ?? !['dns', 'refused'].includes(step.fails);
    throw new TransportError(step.fails, `Simulated failure: ${step.fails}.`, { mayHaveArrived });
  }
  const { status = 200, headers = {}, body } = step;
  const url = request.url.href;

  if (body === undefined) return { status, headers, url, body: new Uint8Array() };
  if (body instanceof Uint8Array) return { status, headers, url, body };
  if (typeof body === 'string') return { status, headers, url, body: Buffer.from(body) };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    url,
    body: Buffer.from(JSON.stringify(body)),
  };
}

export interface FakeClock extends Clock {
  /** Milliseconds of all waits so far. */
  readonly waits: readonly number[];
}

/** A clock for tests: waits return immediately and advance it. */
export function fakeClock(start = new Date('2026-01-01T00:00:00Z')): FakeClock {
  const waits: number[] = [];
  let now = start.getTime();

  return {
    waits,
    now: () => new Date(now),
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      now += milliseconds;
    },
  };
}
