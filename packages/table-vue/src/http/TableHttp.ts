/** A request of the table, before it has a transport. */
export interface TableRequest {
  readonly method: string;
  readonly path: string;
  /** Goes into the query for GET, into a JSON body otherwise. */
  readonly payload?: object;
  readonly signal?: AbortSignal;
}

export interface TableAnswer {
  readonly status: number;
  /** The parsed JSON, undefined for an empty body, `notJson` for anything else. */
  readonly data: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands for a body that is no JSON, such as a page of HTML. */
export const notJson: unique symbol = Symbol('not JSON');

/** Function with the signature of `window.fetch`. */
export type FetchLike = typeof globalThis.fetch;

/**
 * An Axios instance, or anything with its `request`: rejects with an error that has the `response` for a status of 400
 * and more, and with one that has none when there is no answer. Queries are part of `url`, so that no serialiser
 * of the instance changes them.
 */
export interface AxiosLike {
  request(config: {
    method: string;
    url: string;
    data?: object;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  }): Promise<{ status: number; data: unknown; headers: unknown }>;
}

/** What a host may give as `http`. */
export type TableHttp = FetchLike | AxiosLike;
