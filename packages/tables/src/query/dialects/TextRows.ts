/** Rows of a query in the database's text format, without creating objects. */
export interface TextRows {
  readonly columns: readonly TextColumn[];
  /** In the order of the query; can be iterated once. */
  blocks(): AsyncGenerator<TextBlock>;
}

/** A column of the result. */
export interface TextColumn {
  readonly name: string;
  /** Returns the value as in a row object. */
  read(text: string): unknown;
  /** Whether `read` returns every text unchanged. */
  readonly isText: boolean;
}

/** A block of rows, valid until the next one is read. */
export interface TextBlock {
  readonly columns: readonly TextColumn[];
  readonly rows: number;
  /** UTF-8; bytes after the last value are undefined. */
  readonly bytes: Buffer;
  /** Row by row, two numbers for each value: its start and end in `bytes`. Null has the start -1. */
  readonly bounds: Int32Array;
}
