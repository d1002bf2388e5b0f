import type { CivilDate } from '@rowhouse/table-protocol';

/** What becomes of one column's values: a cell in the notation of a file format, or what else is asked of them. */
export interface CellForms<Cell> {
  /** Where there is no value, and for numbers that are none. */
  readonly empty: Cell;
  /** Not empty; as it was read, with anything in it. */
  text(value: string): Cell;
  /** Finite. */
  double(value: number): Cell;
  /** Exact, in plain notation: `-1234.50`. */
  decimal(value: string): Cell;
  boolean(value: boolean): Cell;
  /** A valid Date. */
  instant(value: Date): Cell;
  day(value: CivilDate): Cell;
}
