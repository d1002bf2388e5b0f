import { type TableJob, tableJob } from './job.ts';
import {
  anything,
  boolean,
  count,
  fallback,
  type Infer,
  integer,
  list,
  nullable,
  object,
  optional,
  orNothing,
  record,
  ref,
  text,
} from './shape/Shape.ts';

/** Content-Types of a file that is sent to the `import` route. What it is, its bytes say. */
export const importMediaTypes = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;

export const importQuery = object({
  /** Whether only the header of the file is read, for a page that matches its columns. Missing: no. */
  inspect: orNothing(boolean()),
  /** Whether the file is only checked: nothing is written. Missing: no. */
  dryRun: orNothing(boolean()),
  /** Name of a field: a row whose value a record has changes that record. Missing: all rows are new records. */
  key: orNothing(text()),
  /** Name of the sheet of an XLSX file. Missing: the first. */
  sheet: orNothing(text()),
  /** Header → name of a field; an empty text for a column that is not imported. Other columns are matched by their headers. */
  columns: orNothing(record(text())),
  /** Free values for the application's query, as in the data request. */
  params: orNothing(record(anything())),
  /** As in the data request. The texts of the file are read in this language, such as `1,5` or `31.12.2026`. */
  locale: orNothing(text()),
});
/** Query of a table's `import` route, whose body is the file. */
export interface ImportQuery extends Infer<typeof importQuery> {}

const importField = object({
  /** Name of the field, for `columns` and `key`. */
  name: text({ minLength: 1 }),
  /** In the language of the user. */
  label: text(),
  /** True if a new record needs a value. */
  required: optional(boolean()),
});
/** A field that the user can import. */
export interface ImportField extends Infer<typeof importField> {}

export const importHeader = object({
  /** The headers of the file, in its order, without empty ones. */
  headers: list(text()),
  /** The fields that the user can import. */
  fields: list(ref<ImportField>(importField)),
  /** Header → name of the field that is found for it. A header that is missing is matched with no field. */
  columns: record(text()),
  /** Names of the fields that may be the `key`. */
  keys: fallback(list(text()), []),
  /** Names of the sheets of an XLSX file; empty for a CSV file. */
  sheets: fallback(list(text()), []),
});
/** 200: response of a table's `import` route to `inspect`. Columns that are not matched are no error yet. */
export interface ImportHeader extends Infer<typeof importHeader> {}

const importFault = object({
  /** Number of the row in the file: the header is usually 1. */
  row: integer({ minimum: 1 }),
  /** Header of the column; null for a fault of the whole row. */
  column: nullable(text()),
  /** Name of the field; null as above. */
  field: nullable(text()),
  /** Why it is refused, as a sentence for users. */
  message: text(),
});
/** Why a cell, or a row, of a file is refused. */
export interface ImportFault extends Infer<typeof importFault> {}

export const importReport = object({
  /** Sentence for users. */
  message: text(),
  /** Rows below the header. */
  total: count(),
  /** Rows that are, or would be, new records. */
  created: count(),
  /** Rows that change, or would change, a record. */
  updated: count(),
  /** Rows that are refused, and left out by an import. */
  failed: count(),
  /** Number of faults. Missing after an import. */
  faultCount: optional(count()),
  /** The first faults: at most 10,000 if the file was only checked, otherwise those of 100 rows. */
  faults: list(ref<ImportFault>(importFault)),
  /** UUID of the import's change, to be posted as `undo` to the path of the import with `/undo`. Missing if it cannot be undone. */
  undo: optional(text({ format: 'uuid' })),
});
/** 200: response of a table's `import` route to a file that was checked, or imported within the request. */
export interface ImportReport extends Infer<typeof importReport> {}

/** Response 422 of a table's `import` route: columns of the file are not matched with fields. */
export interface ImportMismatch {
  /** The headers of the file, in its order. */
  headers: string[];
  /** The fields that the user can import, with their labels. */
  fields: {
    /** Name of the field, for `columns`. */
    name: string;
    /** In the language of the user. */
    label: string;
  }[];
}

export const importJobResponse = object({
  /** Sentence for users. */
  message: text(),
  /** The started import. */
  import: ref<TableJob>(tableJob),
});
/** 202: response of a table's `import` route that has accepted a file. */
export interface ImportJobResponse extends Infer<typeof importJobResponse> {}
