/** A request, independent of the transport. */
export interface TableRequest {
  readonly method: string;
  readonly path: string;
  /** Sent in the query for GET, otherwise as a JSON body. */
  readonly payload?: object;
  readonly signal?: AbortSignal;
  /** Not caused by the user. `fetch` gets it as `priority: 'low'`. */
  readonly isBackground?: boolean;
}

export interface TableResponse {
  readonly status: number;
  /** The parsed JSON, undefined for an empty body, `notJson` for anything else. */
  readonly data: unknown;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A body that is not JSON, such as an HTML page. */
export const notJson: unique symbol = Symbol('not JSON');

/** Function with the signature of `window.fetch`. */
export type FetchLike = typeof globalThis.fetch;

/**
 * An Axios instance, or an object with its `request`: rejects with an error that has a `response` for a status of 400 and
 * more, and without it if there is no response. Queries are part of `url`, so that no serialiser of the instance changes
 * them.
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

/** The option `http` of a table. */
export type TableHttp = FetchLike | AxiosLike;
