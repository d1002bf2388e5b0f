import type { TableRequest } from '../request/TableRequest.ts';
import type { DatabaseFacts } from './dialects/AdviceDialect.ts';
import type { IndexCandidate } from './IndexCandidate.ts';

/** A request that a template allows, and the indexes that could serve it. */
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

/** PostgreSQL's default cost of a page that is read out of order, which one row of an index usually takes. */
const rowCost = 4;
/** What PostgreSQL expects an entry to cost that is skipped in an index, without its row. */
const entryCost = 0.03;
/** The share of rows that the planner expects of a rare text. */
const rareShare = 0.0001;
/** Bytes of an entry of a b-tree in addition to its values. */
const entryBytes = 16;
/** A page of a b-tree is filled to 90 %. */
const fill = 0.9;

/** What a feature may cost with its index, in the planner's unit: the rows found by the index, and the entries skipped. */
export function estimatedCost(
  { kind, request, offset }: Pick<Feature, 'kind' | 'request' | 'offset'>,
  rows: number,
  distinct: number | undefined,
): number {
  const share = kind === 'search' ? rareShare : 1 / Math.max(distinct ?? 100, 1);
  const found = kind === 'sort' ? request.length : rows * share;

  return Math.round(found * rowCost + offset * entryCost);
}

/** Bytes that an index may take; null where the sizes of the values are not known. */
export function estimatedSize(candidate: IndexCandidate, { rows, widths }: DatabaseFacts): number | null {
  const count = rows.get(candidate.table) ?? 0;
  const known = candidate.keys.map(({ column }) => widths.get(`${candidate.table}.${column}`));
  if (known.some((width) => width === undefined)) return null;
  const width = known.reduce<number>((sum, each) => sum + (each ?? 0), 0);

  // About as many trigrams as characters, of which each is two or three bytes in a compressed list.
  return Math.round(candidate.kind === 'text' ? count * width * 2.5 : (count * (width + entryBytes)) / fill);
}
