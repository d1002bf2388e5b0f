/** Widths in CSS pixels. */
export interface ColumnWidths {
  /** What the grid has. */
  readonly available: number;
  /** Taken by what is never hidden: selection, row number, actions. */
  readonly fixed: number;
  /** Taken by the control that opens a row's details, when any column is hidden. */
  readonly expander: number;
  /** Column → width that it needs; a column that was never drawn is missing. */
  readonly columns: ReadonlyMap<string, number>;
}

/**
 * Which columns to hide so that the others have room: from the last one backwards, never the first. `names` are all
 * columns that the user wants to see, in their order. A column of unknown width is taken to fit, so that it is drawn
 * and measured.
 */
export function columnsToHide(names: readonly string[], widths: ColumnWidths): string[] {
  const widthOf = (name: string) => widths.columns.get(name) ?? 0;
  let taken = names.reduce((sum, name) => sum + widthOf(name), widths.fixed);

  if (taken <= widths.available) {
    return [];
  }

  taken += widths.expander;
  let kept = names.length;

  while (kept > 1 && taken > widths.available) {
    kept -= 1;
    taken -= widthOf(names[kept] as string);
  }

  return names.slice(kept);
}
