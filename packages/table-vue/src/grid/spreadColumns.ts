/** Widths in CSS pixels. */
export interface ColumnSize {
  /** Shows every value on one line. */
  readonly natural: number;
  /** Texts are broken between words only. */
  readonly least: number;
  /** Takes no part of the free space. */
  readonly isFixed?: boolean;
}

/**
 * The widths of columns that share `room`: free space in proportion to the natural widths; if these have no room, each
 * column is narrowed in proportion to what it can spare.
 */
export function spreadColumns(columns: readonly ColumnSize[], room: number): number[] {
  const sumOf = (widthOf: (column: ColumnSize) => number) =>
    columns.reduce((sum, column) => sum + widthOf(column), 0);
  const free = room - sumOf(({ natural }) => natural);
  const elastic = ({ natural, least, isFixed }: ColumnSize) => {
    if (free < 0) return natural - least;

    return isFixed ? 0 : natural;
  };
  const total = sumOf(elastic);
  const share = total === 0 ? 0 : Math.max(free / total, -1);

  return columns.map((column) => column.natural + elastic(column) * share);
}
