import type { Dispatcher } from 'undici';
import type { Method } from './Method.ts';
import type { Outcome } from './Outcome.ts';
import type { Token } from './Token.ts';

type Awaitable<T> = T | Promise<T>;

/** A call to somebody else's service: what every endpoint says. Asked anew for every attempt. */
export interface Endpoint {
  method(): Method;
  /** Absolute; http or https. */
  url(): Awaitable<string>;
  /**
   * An object is sent as JSON (or as a form, with `AsForm`); a string, bytes or a stream as they are; null or undefined
   * sends none, as an empty object does with PUT, PATCH and DELETE. With GET and HEAD the fields of an object are sent as
   * query parameters, over those of `parameters()` with the same name.
   */
  body(): Awaitable<unknown>;
}

/** Authorization: Bearer. The token is refreshed once when the first attempt meets 401 or 403. */
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

/** Appended to the address; lists repeat their name, null and undefined are left out. */
export interface QueryParameters {
  parameters(): Awaitable<Readonly<Record<string, unknown>>>;
}

export interface Retry {
  /** Attempts in all, the first one included. */
  tries(): number;
  /** Milliseconds before the next attempt; `attempt` is the one that failed, from 1. A Retry-After of the other side that is longer counts more. */
  delay(attempt: number): number;
  /** Up to that share of the delay is added by chance, from 0 (the default) to 1. */
  jitter?(): number;
  /**
   * Whether the call may be made twice. By default that of its method: GET and PUT and DELETE are, and POST is not, which
   * is repeated only when it cannot have arrived.
   */
  isSafeToRepeat?(): boolean;
  /**
   * Which failures are worth another attempt, of those that are safe to repeat; all by default. `onlyTransient` is a good
   * one for most services.
   */
  retryable?(outcome: Outcome): boolean;
}

export interface Timeout {
  /** Milliseconds for an attempt, from its first byte to its last; 30,000 by default. */
  timeout(): number;
}

/** Sends the body as application/x-www-form-urlencoded. A marker. */
export interface AsForm {
  asForm(): true;
}

export interface Attachment {
  /** Of the form's field. */
  readonly name: string;
  readonly filename: string;
  /** Path of a file, bytes, or what makes a stream: called for every attempt. */
  readonly content: string | Uint8Array | (() => Awaitable<ReadableStream | NodeJS.ReadableStream>);
  /** `application/octet-stream` by default. */
  readonly type?: string;
}

/** Sends the body's fields and files as multipart/form-data. */
export interface AttachesFiles {
  attachments(): Awaitable<readonly Attachment[]>;
}

export interface CallOptions {
  /** Path of a file that the answer is streamed to; removed when the attempt fails. */
  readonly sink?: string;
  /** undici's own. */
  readonly dispatcher?: Dispatcher;
  /** Redirects that are followed; none by default. Credentials go to the same origin only. */
  readonly maxRedirections?: number;
  /** Largest body that is kept in memory, in bytes; 32 MiB by default. */
  readonly maxResponseSize?: number;
}

export interface RequestOptions {
  options(): Awaitable<CallOptions>;
}

export type AllOrNothing<Capability> = Capability | { readonly [Name in keyof Capability]?: never };

/** An endpoint with any capabilities, each of them wholly or not at all: half of one is no valid type. */
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
