import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow, TableContext } from './TableContext.ts';
import type { ColumnEdit, EditedValue, EditFunction } from './TableEdit.ts';

/**
 * How records of a table are created, changed and deleted. Its buttons `create`, `edit` and `destroy` then lead to a form
 * of these fields, to which the database adds what it knows: what is required, defaults, lengths, ranges and choices.
 *
 * ```ts
 * records: {
 *   fields: {
 *     name: true,
 *     email: { help: 'For the invoice', schema: Type.String({ format: 'email' }) },
 *     country: { column: 'customers.country_code', references: 'countries.code' },
 *   },
 *   create: { before: ({ user }) => ({ created_by: user.id }) },
 *   update: true,
 *   delete: { soft: 'deleted_at' },
 * }
 * ```
 */
export interface TableRecords<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /**
   * Name of a field → how it is written, in the order of the form. `true` writes the column of that name, of the table that the
   * row identifier is from. A function writes the value itself. Fields with the name of a column that is tagged `editable` are
   * edited in cells, too. Nothing else can be written.
   */
  readonly fields: Readonly<Record<string, true | EditFunction<DB, Row, User> | RecordField<DB, Row, User>>>;
  /** As `edit.version`, if the definition has no `edit`. */
  readonly version?: string;
  /** Whether, and how, records are created. Defaults to not at all. */
  readonly create?: true | CreateRecord<DB, Row, User>;
  /** Whether, and how, records are changed. Defaults to not at all. */
  readonly update?: true | UpdateRecord<DB, Row, User>;
  /** Whether, and how, records are deleted. Defaults to not at all. */
  readonly delete?: true | DeleteRecord<DB, Row, User>;
  /**
   * Whether records are created from the rows of a CSV or XLSX file, as `create` does it. Defaults to no. Who has the permission
   * of the route `import` needs none of the other routes.
   */
  readonly import?: true | ImportRecords;
  /**
   * The tables with rows that refer to a record, or that a join table links to it, in this order, as its page shows them.
   * Defaults to those of the foreign keys that refer to the record; an empty list shows none.
   */
  readonly related?: readonly RelatedRecords[];
}

export interface ImportRecords {
  /**
   * Fields by one of which a file may change records, too, as `update` does it: a row whose value a record of the user has
   * changes that record. Each writes a column that is unique by itself. Defaults to none: all rows are new records.
   */
  readonly keys?: readonly string[];
}

/** Other rows of a record: those that refer to it, or those that a join table links to it. */
export type RelatedRecords = ReferringRecords | LinkedRecords;

/** Rows of another table that refer to a record. */
export interface ReferringRecords {
  /** The table's `routePrefix`. */
  readonly table: string;
  /**
   * Its columns that refer to the record: those of a foreign key, or one that contains the record's identifier. A name of the table
   * that its row identifier is from, or `table.column`. Each needs a filter in the template of that table.
   */
  readonly by: string | readonly string[];
  readonly through?: undefined;
  /** Heading of the rows. Defaults to the name of the table. */
  readonly label?: string;
}

/**
 * Rows of another table that the rows of a join table link to a record, such as the actors of a film. A row is added by creating
 * a record of the join table, and removed by deleting it: by the `records` of the join table, for who may use them.
 */
export interface LinkedRecords {
  /** `routePrefix` of the table with the linked rows. */
  readonly table: string;
  /**
   * `routePrefix` of the join table. It has a foreign key to the record, and one of a single column to the row identifier of
   * `table`; its template has a filter for each of their columns.
   */
  readonly through: string;
  /** Columns of the join table that refer to the record. Needed only if several of its foreign keys do. */
  readonly by?: string | readonly string[];
  /** Heading of the rows. Defaults to the name of the table. */
  readonly label?: string;
}

type Scalar = string | number | boolean | null;

export interface RecordField<DB = AnyDatabase, Row = AnyRow, User = unknown>
  extends ColumnEdit<DB, Row, User> {
  /** Defaults to the label of the template's column with this name or `data`, otherwise to words made of the name. */
  readonly label?: string;
  /** Name of the enumeration of its values. Defaults to that of the template's column; null for any value. */
  readonly enum?: string | null;
  /** Explains the field, below it. */
  readonly help?: string;
  /** Heading above this field and those that follow, until another one. */
  readonly section?: string;
  /** Value of a new record, as clients send it. Defaults to that of the database. */
  readonly default?: Scalar | readonly (string | null)[];
  /** Shown, but never written. Defaults to false. */
  readonly readOnly?: boolean;
  /** The field applies only if each of these other fields has the value, or one of the values. Otherwise it has to be empty. */
  readonly when?: Readonly<Record<string, Scalar | readonly Scalar[]>>;
  /** Name of the permission to read and write the field. Without it, the field does not exist for a user. */
  readonly permission?: string;
  /**
   * The field holds a file: true for any file of at most 10 MB. The file is in the store of the option `files` of the tables; the
   * column, a text with room for 137 characters, refers to it. Defaults to false.
   */
  readonly file?: boolean | FileRules;
}

export interface FileRules {
  /** Media types that are accepted, such as `application/pdf` or `image/*`. Defaults to any. */
  readonly types?: readonly string[];
  /** Bytes of a file at most. Defaults to 10,000,000. */
  readonly maxBytes?: number;
}

/** Functions around one change, in its transaction. They refuse it by throwing, such as a `TableError`. */
export interface CreateRecord<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /**
   * Called before the record is inserted. It may return further columns of the table, such as `{ created_by: user.id }`, with
   * values for the database driver; these win over fields.
   */
  before?(
    change: RecordChange<DB, User>,
  ): undefined | Record<string, unknown> | Promise<undefined | Record<string, unknown>>;
  /** Called when it is inserted. */
  after?(change: RecordOfRow<DB, Row, User>): unknown;
}

export interface UpdateRecord<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /** Called with the row as it is before the change. */
  before?(change: RecordOfRow<DB, Row, User>): unknown;
  /** Called with the row as it is after the change. */
  after?(change: RecordOfRow<DB, Row, User>): unknown;
}

export interface DeleteRecord<DB = AnyDatabase, Row = AnyRow, User = unknown> {
  /**
   * Column that is set to the time of the deletion, instead of deleting the record. The query has to leave out records whose
   * column is not null.
   */
  readonly soft?: string;
  /** Called with the row before it is deleted. */
  before?(change: RecordOfRow<DB, Row, User>): unknown;
  /** Called with the row as it was. */
  after?(change: RecordOfRow<DB, Row, User>): unknown;
}

/** A change of a record. `request` has the `params` that the client sent. */
export interface RecordChange<DB = AnyDatabase, User = unknown> extends TableContext<User> {
  /** Field → value in the form of `EditChange.value`: all that were sent for a new record, otherwise the changed ones. */
  readonly values: Readonly<Record<string, EditedValue>>;
  /** The transaction of the change, for this call only: await every query before the function returns. */
  readonly db: Kysely<DB>;
  /** UUID of the change, the same when the client repeats it; null if it sent none. */
  readonly requestId: string | null;
}

export interface RecordOfRow<DB = AnyDatabase, Row = AnyRow, User = unknown> extends RecordChange<DB, User> {
  /** Not formatted, with relations loaded; null if the user's query does not return the record. */
  readonly row: Row | null;
}
