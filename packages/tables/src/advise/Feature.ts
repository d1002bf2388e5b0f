import type { TableRequest } from '../request/TableRequest.ts';
import type { IndexCandidate } from './IndexCandidate.ts';

/** Something that a template lets people ask, and the indexes that could serve it. */
export interface Feature {
  /** For example `sort by placed_at`. */
  readonly name: string;
  readonly kind: 'sort' | 'search' | 'filter';
  readonly request: TableRequest;
  readonly candidates: readonly IndexCandidate[];
}

export interface Features {
  readonly features: readonly Feature[];
  /** Why there is no index for something. */
  readonly notes: readonly string[];
}
