import type { DescribedColumn } from './DescribedTable.ts';
import { nameRank } from './words.ts';

/**
 * The column by which people know a row: the text column whose name comes first in the list of `nameRank`. Null where
 * none is called so.
 */
export function labelOf(columns: readonly DescribedColumn[]): DescribedColumn | null {
  const [called] = columns
    .flatMap((column) => {
      const rank = column.kind === 'text' ? nameRank(column.name) : null;
      return rank === null ? [] : [{ column, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank);

  return called?.column ?? null;
}
