import { readSettings } from '../../harness/worker.ts';

export interface ExportSettings {
  readonly databaseUrl: string;
  readonly rows: number;
  readonly mode: string;
  /** Where the file goes. */
  readonly file: string;
  /** The XML of the sheet that Rowhouse writes of the same rows; for the floor. */
  readonly sheetXml: string;
}

export const settings = readSettings<ExportSettings>();
