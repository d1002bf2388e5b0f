import type { DataResponse } from '@rowhouse/table-protocol';
import type { TableRow } from '../table/TableRow.ts';

export interface PagesSnapshot {
  /** The newest response of the data route; null before the first. */
  readonly body: DataResponse<TableRow> | null;
  /** Zero-based index of the page's first row. */
  readonly start: number;
  readonly length: number;
  /** The length follows the height of the window. */
  readonly autoLength: boolean;
  /** One-based. */
  readonly page: number;
  /** Null if the filtered count is not known. */
  readonly pages: number | null;
  /** False if the page is known to be the last. */
  readonly hasNextPage: boolean;
}

export interface PagesFunctions {
  goToPage(page: number): void;
  /** `auto` fits as many rows as the window has room for, up to the largest length of the menu. */
  setLength(length: number | 'auto'): void;
  /** Called by the grid with the number of rows that the window has room for; ignored unless `autoLength`. */
  fitLength(rows: number): void;
}
