import type { ViewMode } from '@rowhouse/table-protocol/internal';
import type { TableColumn } from '../table/TableColumn.ts';
import type { ColumnFit, Density, PinnedSide } from '../table/TableState.ts';

export interface ColumnsSnapshot {
  /** Drawable columns in template order. */
  readonly columns: readonly TableColumn[];
  /** The columns in the grid: visible and not hidden. */
  readonly shownColumns: readonly TableColumn[];
  /** The columns without room: visible and hidden. */
  readonly hiddenColumns: readonly TableColumn[];
  readonly viewModes: readonly ViewMode[];
  readonly density: Density;
  /** Treatment of columns without room. */
  readonly fit: ColumnFit;
}

export interface ColumnsFunctions {
  setVisible(name: string, visible: boolean): void;
  /** Called by the grid with the columns that have no room. */
  setHidden(names: readonly string[]): void;
  /** `compact` switches between the densities `compact` and `normal`. */
  toggleViewMode(mode: ViewMode): void;
  setDensity(density: Density): void;
  setFit(fit: ColumnFit): void;
  /**
   * Moves a column by that number of visible columns, towards the start for negative steps. A pinned column moves among
   * those pinned at its side.
   */
  moveColumn(name: string, steps: number): void;
  /** Width in CSS pixels, from 48 to 2000; null for that of the content. */
  resizeColumn(name: string, width: number | null): void;
  /** `left` is the side where the page's text starts; null lets it scroll. */
  pinColumn(name: string, side: PinnedSide | null): void;
}
