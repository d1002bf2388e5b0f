import type { RowSnapshot } from '../query/dialects/Dialect.ts';
import type { Builder } from '../query/HostQuery.ts';

/**
 * Reads the rows of a query as texts, in the snapshot, which takes a fraction of the time; null if the driver does not
 * support it, or values would differ: then nothing was read. Aborted like `RowSnapshot.rows`.
 */
export type ReadTexts = (query: Builder, options: ReadTextsOptions) => Promise<TextRows | null>;

export interface ReadTextsOptions {
  readonly snapshot: RowSnapshot;
  /** Maximum rows of a block. */
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
}

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
