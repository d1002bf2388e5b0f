import type { Query } from '../Query.ts';

/** A server that serves the cases, as a child process. */
export interface Contender {
  name: string;
  /** What it is, for the report. */
  description: string;
  /** The file under `servers/` that listens on a free loopback port and prints its address. */
  server: string;
  /** Further environment variables of the server. */
  env?: Record<string, string>;
  /** The ids of the cases it takes part in; all when left out. */
  only?: readonly string[];
  request(query: Query): ContenderRequest;
  /** Reads a response of status 200. */
  read(body: unknown): ReceivedResponse;
}

export interface ContenderRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface ReceivedResponse {
  /** Ids of the rows, in order. */
  ids: string[];
  /** Rows after search and filter; null if the response does not contain the number. */
  count: number | null;
}
