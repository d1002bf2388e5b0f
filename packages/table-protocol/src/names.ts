/** Names in one response, at most. */
export const mostNames = 1000;
/** Names in a response by default. */
export const fewNames = 100;

/** `meta.names`: which rows' names are requested. */
export interface NamesRequest {
  /** Each word has to occur in a name, or equal the identifier; empty for all rows. */
  query?: string;
  /** Names to return, from 1 to 1,000; 100 by default. */
  limit?: number;
  /** Identifier of a row whose name comes first, while `query` is empty. */
  row?: string | number;
}

/** Response of a table's data route to `meta.names`. */
export interface NamesResponse {
  /** In the order of the names. As many as requested, if there are more. */
  names: NamedRow[];
}

export interface NamedRow {
  /** Row identifier. */
  id: string | number;
  /** Display name; the identifier for a row without one. */
  name: string;
}
