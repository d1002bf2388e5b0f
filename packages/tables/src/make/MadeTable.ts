/** What a table is made from. */
export interface MakeOptions {
  /** Table or view of the database; with its schema, `clinic.doctors`, where queries do not find it without. */
  readonly table: string;
  /** Column that identifies the rows; the primary key by default. */
  readonly key?: string;
  /** routePrefix, and name of the definition; the database table's own in camel case by default. */
  readonly name?: string;
  /** Folder in which the files will stand, as messages are to name it; nothing by default. */
  readonly folder?: string;
}

/** A template and a definition, as text to be written into `name.json` and `name.ts`. */
export interface MadeTable {
  /** Name of the definition, and of both files. */
  readonly name: string;
  readonly json: string;
  readonly definition: string;
  /** Columns that were left out, with the reason; sentences. */
  readonly leftOut: readonly string[];
}
