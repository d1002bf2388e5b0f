import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { changeTable } from './changeTable.ts';

/** A row of a change of many rows. Values are exact texts of the first columns of `RowsChange`, or of all. */
export interface ChangedRow {
  /** Identifier of the row, as clients know it; null if it is unknown. */
  readonly key: string | null;
  /** Of the columns that identify its record. */
  readonly ids: readonly string[];
  /** Null for a record that was created. */
  readonly before: Texts | null;
  /** Null for a record that was removed. */
  readonly after: Texts | null;
}

type Texts = readonly (string | null)[];

/** As it is stored. `ids` is null if the key is the only one. */
export type StoredRow = readonly [
  key: string | null,
  ids: readonly string[] | null,
  before: Texts | null,
  after: Texts | null,
];

/** Characters of a piece at most, except that of one row: servers limit the size of a statement. */
const largestPiece = 1_000_000;

/**
 * Keeps rows in the transaction that changes them, after those that were kept before. Of the transactions of one change, only one at
 * a time may be here: the caller has locked the record of the run.
 */
export async function keepRows(
  rawDb: Kysely<AnyDatabase>,
  change: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  let position = await countRows(rawDb, change);
  for (const piece of piecesOf(rows)) {
    await changeTable(rawDb)
      .insertInto('rowhouse_changed_rows')
      .values({ change_id: change, position, size: piece.length, content: `[${piece.join(',')}]` })
      .execute();
    position += piece.length;
  }
}

/** The rows as they are stored, in pieces that a statement can have. */
function piecesOf(rows: readonly ChangedRow[]): string[][] {
  const pieces: string[][] = [[]];
  let length = 0;
  for (const { key, ids, before, after } of rows) {
    const isKey = key !== null && ids.length === 1 && ids[0] === key;
    const text = JSON.stringify([key, isKey ? null : ids, before, after] satisfies StoredRow);
    if (length > 0 && length + text.length > largestPiece) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(text);
    length += text.length;
  }

  return pieces;
}

/** The number of rows that are kept of a change. */
export async function countRows(rawDb: Kysely<AnyDatabase>, change: string): Promise<number> {
  const last = await changeTable(rawDb)
    .selectFrom('rowhouse_changed_rows')
    .select(['position', 'size'])
    .where('change_id', '=', change)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();

  return last ? Number(last.position) + Number(last.size) : 0;
}

/** Most rows of a piece: those of a chunk. */
const maxChunkRows = 1000;

/** The rows of a change from a position on, before another. */
export async function readRows(
  rawDb: Kysely<AnyDatabase>,
  change: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<ChangedRow[]> {
  const chunks = await changeTable(rawDb)
    .selectFrom('rowhouse_changed_rows')
    .select(['position', 'content'])
    .where('change_id', '=', change)
    .where('position', '>', start - maxChunkRows)
    .where('position', '<', end)
    .orderBy('position')
    .execute();

  return chunks.flatMap(({ position, content }) => {
    const first = Number(position);
    const rows = JSON.parse(content) as StoredRow[];

    return rows
      .slice(Math.max(0, start - first), Math.max(0, end - first))
      .map(([key, ids, before, after]) => ({ key, ids: ids ?? [key ?? ''], before, after }));
  });
}

/** Characters that are read together, except those of one piece: large rows would not have room in memory. */
const mostRead = 16_000_000;

/** From where on the last of some rows can be read together. */
export async function lastReadable(
  rawDb: Kysely<AnyDatabase>,
  change: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<number> {
  const pieces = await changeTable(rawDb)
    .selectFrom('rowhouse_changed_rows')
    .select(['position', sql<number | string>`length(content)`.as('length')])
    .where('change_id', '=', change)
    .where('position', '>', start - maxChunkRows)
    .where('position', '<', end)
    .orderBy('position', 'desc')
    .execute();
  if (pieces.length === 0) return start;
  let first = end;
  let read = 0;
  for (const { position, length } of pieces) {
    read += Number(length);
    if (read > mostRead && first < end) break;
    first = Number(position);
  }

  return Math.max(start, first);
}

/** Rows that one statement removes: a longer one would hold up others. */
const mostForgotten = 50_000;

/** Removes the rows of a change, in pieces. */
export async function forgetRows(rawDb: Kysely<AnyDatabase>, change: string): Promise<void> {
  const all = await countRows(rawDb, change);
  for (let end = mostForgotten; end < all + mostForgotten; end += mostForgotten) {
    await changeTable(rawDb)
      .deleteFrom('rowhouse_changed_rows')
      .where('change_id', '=', change)
      .where('position', '<', end)
      .execute();
  }
}
