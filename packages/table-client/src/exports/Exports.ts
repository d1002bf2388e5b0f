import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';

/** Content of an exported file. */
export interface ExportChoice {
  readonly format: ExportFileFormat;
  /** Names of the columns, in the order of the file; at least one. */
  readonly columns: readonly string[];
  readonly rows: 'matching' | 'selected';
  /** In the groups of `groupBy`; without effect if the rows are not grouped. */
  readonly grouped: boolean;
}

export interface ExportSnapshot {
  /** Formats in which the table can be exported; empty without an export button. */
  readonly exportFormats: readonly ExportFileFormat[];
}

export interface ExportFunctions {
  /**
   * Exports as chosen, by the export button of the format. Selected rows are named, so at most 1,000. Does nothing while that
   * button is busy. Failures become notices.
   */
  startExport(choice: ExportChoice): Promise<void>;
}
