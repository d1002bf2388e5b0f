import type { RowId } from '../table/TableRow.ts';

/** Selected rows: those with these identifiers, or with `isAll` all matching rows except those. */
export interface RowSet {
  readonly isAll: boolean;
  readonly ids: ReadonlySet<RowId>;
}

export const noRows: RowSet = { isAll: false, ids: new Set() };
export const allRows: RowSet = { isAll: true, ids: new Set() };

export function hasRow({ isAll, ids }: RowSet, id: RowId): boolean {
  return ids.has(id) !== isAll;
}

export function withRows({ isAll, ids }: RowSet, changed: Iterable<RowId>, isSelected: boolean): RowSet {
  const next = new Set(ids);
  for (const id of changed) {
    if (isSelected !== isAll) next.add(id);
    else next.delete(id);
  }

  return { isAll, ids: next };
}

/** Number of its rows if `matching` rows match; null if that number is needed but unknown. */
export function sizeOf({ isAll, ids }: RowSet, matching: () => number | null): number | null {
  if (!isAll) return ids.size;
  const count = matching();

  return count === null ? null : Math.max(0, count - ids.size);
}
