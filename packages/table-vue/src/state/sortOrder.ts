import type { SortDirection } from '@rowhouse/table-protocol';
import type { SortEntry } from './TableState.ts';

const next: Readonly<Record<SortDirection, SortDirection | null>> = { ASC: 'DESC', DESC: null };

/**
 * The sort order after a column's direction has been moved on: none → ASC → DESC → none. The column is then sorted by
 * alone, or with `add` in its place among the others, at the end when it had none.
 */
export function toggledSort(sort: readonly SortEntry[], name: string, add: boolean): SortEntry[] {
  const place = sort.findIndex((entry) => entry.name === name);
  const now = sort[place]?.direction;
  const direction = now === undefined ? 'ASC' : next[now];
  const moved = direction === null ? [] : [{ name, direction }];

  if (!add) {
    return moved;
  }

  return place === -1 ? [...sort, ...moved] : sort.toSpliced(place, 1, ...moved);
}
