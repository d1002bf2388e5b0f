import type { Generated, Selectable } from 'kysely';

/** The tables of `installImports`. */
export interface ImportTables {
  rowhouse_imports: {
    /** Internal id. */
    run: Generated<number>;
    /** The application's identifier of the import. */
    id: string;
    table_id: string;
    /** Equal for the same file that is read in the same way. */
    file: string;
    state: 'running' | 'finished' | 'cancelled';
    /** Rows of the file below its header. */
    total: number;
    /** Number of rows that are done, in the order of the file. */
    position: Generated<number>;
    created: Generated<number>;
    updated: Generated<number>;
    failed: Generated<number>;
    /** Milliseconds since 1970. */
    created_at: number;
    updated_at: number;
  };
  /** The rows that were not imported. */
  rowhouse_import_failures: {
    run: number;
    /** As a spreadsheet numbers it. */
    file_row: number;
    /** JSON of `RowFault[]`. */
    faults: string;
  };
}

export type ImportRecord = Selectable<ImportTables['rowhouse_imports']>;
