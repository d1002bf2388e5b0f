import { importanceIn, type RankedColumn } from './columnImportance.ts';

/** Widths in CSS pixels. */
export interface ColumnWidths {
  /** Width of the container. */
  readonly available: number;
  /** Width of the columns that are never hidden: selection, row number, actions. */
  readonly fixed: number;
  /** Width of the column that opens a row's details, drawn if any column is hidden. */
  readonly expander: number;
  /** Column → required width; a column that was never drawn is missing. */
  readonly columns: ReadonlyMap<string, number>;
  /** See `importanceIn`. */
  readonly rowName?: readonly string[] | undefined;
}

/**
 * The columns to hide so that the others have room, in order: the least important first, and of equally important ones the
 * last; never the first column. A column of unknown width has the width 0, so that it is drawn and measured.
 */
export function columnsToHide(columns: readonly RankedColumn[], widths: ColumnWidths): string[] {
  const widthOf = ({ name }: RankedColumn) => widths.columns.get(name) ?? 0;
  let required = columns.reduce((sum, column) => sum + widthOf(column), widths.fixed);

  if (required <= widths.available) {
    return [];
  }

  required += widths.expander;
  const hidden = new Set<RankedColumn>();
  const candidates = columns.slice(1).toReversed();
  const rank = importanceIn(columns, widths.rowName);

  for (const column of candidates.toSorted((one, other) => rank(one) - rank(other))) {
    if (required <= widths.available) break;
    hidden.add(column);
    required -= widthOf(column);
  }

  return columns.filter((column) => hidden.has(column)).map(({ name }) => name);
}
