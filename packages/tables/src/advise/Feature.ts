import type { TableRequest } from '../request/TableRequest.ts';
import type { IndexCandidate } from './IndexCandidate.ts';

/** Something that a template lets people ask, and the indexes that could serve it. */
export interface Feature {
  /** For example `sort by placed_at`. */
  readonly name: string;
  readonly kind: 'sort' | 'search' | 'filter';
  readonly request: TableRequest;
  /** Rows before the page of a sort; 0 for its first page. */
  readonly offset: number;
  readonly candidates: readonly IndexCandidate[];
}

export interface Features {
  readonly features: readonly Feature[];
  /** Why there is no index for something. */
  readonly notes: readonly string[];
}

/** The same sort, half way through its rows. */
export function deepPageOf(sort: Feature, rows: number): Feature {
  return { ...sort, name: `${sort.name}, page at 50 %`, offset: Math.floor(rows / 2) };
}
