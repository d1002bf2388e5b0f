import { fail } from 'node:assert';
import type { Method } from '../Method.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../Transport.ts';

export interface FakeAnswer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An object or a list is sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

/** Instead of an answer. */
export interface FakeFailure {
  readonly fails: TransportError['reason'];
  /** By default for all but `dns` and `refused`. */
  readonly mayHaveArrived?: boolean;
}

/** An answer, a failure, or a function that makes one of the request. */
export type FakeStep =
  | FakeAnswer
  | FakeFailure
  | ((request: TransportRequest) => FakeAnswer | FakeFailure | Promise<FakeAnswer | FakeFailure>);

export interface Expectation {
  /** One step for each call, in that order: all of them have to be made. */
  answers(...steps: readonly FakeStep[]): void;
  /** The same for any number of calls, none included. */
  alwaysAnswers(step: FakeStep): void;
}

export interface FakeTransport extends Transport {
  /** Expects calls to an address: with its query, or a pattern for it. */
  when(method: Method, url: string | RegExp): Expectation;
  /** What was sent, in order. */
  readonly requests: readonly TransportRequest[];
  /** Throws an AssertionError when a call was made that nothing expected, or one was expected and never made. */
  verify(): void;
}

interface Expected {
  readonly method: Method;
  readonly url: string | RegExp;
  readonly steps: FakeStep[];
  readonly always: FakeStep | null;
}

/** A transport for tests, which sends nothing. A call that nothing expects is refused, and `verify` says so again. */
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
        throw new TransportError('other', `Nothing expects ${call}. Expected are: ${listed(expected)}.`, {
          mayHaveArrived: false,
        });
      }
      return answer(request, typeof step === 'function' ? await step(request) : step);
    },
    verify() {
      const complaints = stray.map((call) => `${call} was sent, and nothing expected it.`);
      for (const { method, url, steps } of expected) {
        if (steps.length > 0) complaints.push(`${method} ${url} was expected ${steps.length} more times.`);
      }
      if (complaints.length > 0) fail(complaints.join('\n'));
    },
  };
}

function fits(expected: string | RegExp, url: string): boolean {
  // Not `test`, which begins where it found something before, when the pattern has the flag g.
  return typeof expected === 'string' ? URL.parse(expected)?.href === url : url.search(expected) !== -1;
}

function listed(expected: readonly Expected[]): string {
  return expected.map(({ method, url }) => `${method} ${url}`).join(', ') || 'none';
}

function answer(request: TransportRequest, step: FakeAnswer | FakeFailure): TransportResponse {
  if ('fails' in step) {
    const mayHaveArrived = step.mayHaveArrived ?? !['dns', 'refused'].includes(step.fails);
    throw new TransportError(step.fails, `A failure of the test: ${step.fails}.`, { mayHaveArrived });
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
