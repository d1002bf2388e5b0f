import type { Dispatcher } from 'undici';
import type { FailureReason } from './callFaults.ts';
import type { Token } from './Token.ts';

/** HTTP methods of calls, as endpoints and the log name them. */
export const Method = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  DELETE: 'DELETE',
  PATCH: 'PATCH',
  HEAD: 'HEAD',
} as const;
export type Method = (typeof Method)[keyof typeof Method];

/** How an attempt ended. */
export type Outcome =
  | {
      readonly status: number;
      /** Milliseconds. */
      readonly retryAfter: number | null;
      /** The response reports a failure whatever its status, as a SOAP fault does. */
      readonly isFault?: boolean;
    }
  | { readonly reason: FailureReason; readonly mayHaveArrived: boolean };

type Awaitable<T> = T | Promise<T>;

/** A call to an external service. Its methods are called again for every attempt. */
export interface Endpoint {
  method(): Method;
  /** Absolute; http or https. */
  url(): Awaitable<string>;
  /**
   * An object is sent as JSON, or as a form with `AsForm`; a string, bytes or a stream unchanged. Null and undefined send
   * no body, nor does an empty object with PUT, PATCH and DELETE. With GET and HEAD the fields of an object are sent as
   * query parameters, which take precedence over `parameters()`.
   */
  body(): Awaitable<unknown>;
}

/** Authorization: Bearer. The token is refreshed if the first attempt returns 401 or 403. */
export interface UsesAuth {
  tokenProvider(): Token;
}

/** Authorization: Basic. */
export interface UsesBasicAuth {
  username(): Awaitable<string>;
  password(): Awaitable<string>;
}

export interface CustomHeaders {
  headers(): Awaitable<Readonly<Record<string, string>>>;
}

/** Appended to the URL; lists repeat their name, null and undefined are left out. */
export interface QueryParameters {
  parameters(): Awaitable<Readonly<Record<string, unknown>>>;
}

export interface Retry {
  /** Total number of attempts. */
  tries(): number;
  /** Milliseconds before the next attempt, at least the Retry-After of the response. `attempt` is the failed one, from 1. */
  delay(attempt: number): number;
  /** Maximum random addition, as a fraction of the delay from 0 (the default) to 1. */
  jitter?(): number;
  /**
   * Whether the call may be made twice. By default true, except for POST and PATCH, which are repeated only if the
   * request cannot have arrived.
   */
  isSafeToRepeat?(): boolean;
  /**
   * Which failures are retried, of those that are safe to repeat. Defaults to all. `onlyTransient` suits most services.
   */
  retryable?(outcome: Outcome): boolean;
}

export interface Timeout {
  /** Milliseconds for an attempt, from building the request to the last byte of the response. Defaults to 30,000. */
  timeout(): number;
}

/** Sends the body as application/x-www-form-urlencoded. */
export interface AsForm {
  asForm(): true;
}

export interface Attachment {
  /** Name of the form field. */
  readonly name: string;
  readonly filename: string;
  /** Path of a file, bytes, or a function that returns a stream, called for every attempt. */
  readonly content: string | Uint8Array | (() => Awaitable<ReadableStream | NodeJS.ReadableStream>);
  /** Defaults to `application/octet-stream`. */
  readonly type?: string;
}

/** Sends the body's fields and these files as multipart/form-data. */
export interface AttachesFiles {
  attachments(): Awaitable<readonly Attachment[]>;
}

export interface CallOptions {
  /** Path of a file that a successful response is streamed to; removed if the attempt fails. */
  readonly sink?: string;
  /** For undici: an Agent, a ProxyAgent and the like. */
  readonly dispatcher?: Dispatcher;
  /** Maximum number of redirects to follow. Defaults to 0. Credentials are sent to the same origin only. */
  readonly maxRedirections?: number;
  /** Maximum bytes of a response body in memory. Defaults to 32 MiB. */
  readonly maxResponseSize?: number;
}

export interface RequestOptions {
  options(): Awaitable<CallOptions>;
}

export type AllOrNothing<Capability> = Capability | { readonly [Name in keyof Capability]?: never };

/** An endpoint with any capabilities. A partly implemented capability is a type error. */
export type AnyEndpoint = Endpoint &
  AllOrNothing<UsesAuth> &
  AllOrNothing<UsesBasicAuth> &
  AllOrNothing<CustomHeaders> &
  AllOrNothing<QueryParameters> &
  AllOrNothing<Retry> &
  AllOrNothing<Timeout> &
  AllOrNothing<AsForm> &
  AllOrNothing<AttachesFiles> &
  AllOrNothing<RequestOptions>;

/** Tells whether to await a value: awaiting others would cost a turn of the event loop. */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

const statuses = new Set([408, 425, 429]);
const reasons = new Set(['dns', 'refused', 'reset', 'timeout']);

/** For `retryable`: retries connection errors and the statuses 408, 425, 429 and 5xx. */
export function onlyTransient(outcome: Outcome): boolean {
  return 'reason' in outcome
    ? reasons.has(outcome.reason)
    : outcome.status >= 500 || statuses.has(outcome.status);
}
