import { numberText } from '../numberText.ts';
import type { CellDescription } from './describeCell.ts';
import { plainText } from './plainText.ts';

/** Whether the column has a figure in the totals row. */
export function hasTotal({ column: { meta } }: CellDescription): boolean {
  return meta.total || meta.rawTotal || meta.average;
}

/** A total as text: a number column's is drawn like its cells, others in the page's language. */
export function totalText({ column, text }: CellDescription, total: unknown): string {
  if (column.number) {
    return text(total);
  }

  const plain = plainText(total);

  // Digits that a double cannot hold come as text, and are formatted from it.
  return /^-?\d+(\.\d+)?$/.test(plain) ? numberText(plain) : plain;
}
