import type { TableRequest } from '@rowhouse/tables';
import type { DatabaseFacts } from './dialects/AdviceDialect.ts';
import type { IndexCandidate } from './IndexCandidate.ts';

/** A request that a template allows, with the indexes that could serve it. */
export interface Feature {
  /** For example `sort by placed_at`. */
  readonly name: string;
  readonly kind: 'sort' | 'search' | 'filter';
  readonly request: TableRequest;
  /** Rows before the page of a sort; 0 for the first page. */
  readonly offset: number;
  readonly candidates: readonly IndexCandidate[];
}

export interface Features {
  readonly features: readonly Feature[];
  /** Why a feature has no index. */
  readonly notes: readonly string[];
}

/** The same sort, for a page in the middle of the rows. */
export function deepPageOf(sort: Feature, rows: number): Feature {
  return { ...sort, name: `${sort.name}, page at 50 %`, offset: Math.floor(rows / 2) };
}

/** PostgreSQL's default cost of a random page read, which one row of an index usually takes. */
const rowCost = 4;
/** PostgreSQL's cost of an index entry that is skipped without reading its row. */
const entryCost = 0.03;
/** The selectivity that the planner assumes for a rare text. */
const rareShare = 0.0001;
/** Bytes of a b-tree entry in addition to its values. */
const entryBytes = 16;
/** Fill factor of b-tree pages: 90 %. */
const fill = 0.9;

/** Estimated cost of a feature with its index, in the planner's unit: rows found by the index, and skipped entries. */
export function estimatedCost(
  { kind, request, offset }: Pick<Feature, 'kind' | 'request' | 'offset'>,
  rows: number,
  distinct: number | undefined,
): number {
  const share = kind === 'search' ? rareShare : 1 / Math.max(distinct ?? 100, 1);
  const found = kind === 'sort' ? request.length : rows * share;

  return Math.round(found * rowCost + offset * entryCost);
}

/** Estimated bytes of an index; null if the sizes of the values are unknown. */
export function estimatedSize(candidate: IndexCandidate, { rows, widths }: DatabaseFacts): number | null {
  const count = rows.get(candidate.table) ?? 0;
  const known = candidate.keys.map(({ column }) => widths.get(`${candidate.table}.${column}`));
  if (known.some((width) => width === undefined)) return null;
  const width = known.reduce<number>((sum, each) => sum + (each ?? 0), 0);

  // About as many trigrams as characters, each two or three bytes in a compressed list.
  return Math.round(candidate.kind === 'text' ? count * width * 2.5 : (count * (width + entryBytes)) / fill);
}
