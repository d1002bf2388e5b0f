import type { Kysely, TableMetadata } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { ColumnKind, Dialect } from './dialects/Dialect.ts';
import { readTables } from './readTables.ts';

/** What the database says of its own tables. */
export interface Catalogue {
  /** `table.column` → what it holds. */
  readonly kinds: ColumnKinds;
  /** Table → names of its columns. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Whether the driver gives a column without a zone as a Date of UTC, and not of the process's own zone. */
  readonly datesAreUtc: boolean;
  /** Table → its indexes. */
  readonly indexes: ReadonlyMap<string, readonly Index[]>;
  /** Null where the database has no index that finds parts of texts. */
  readonly textSearch: TextSearch | null;
}

export interface TextSearch {
  /** `table.column`, for columns of which an index finds parts of texts. */
  readonly indexed: ReadonlySet<string>;
  /** Tables that are soon read whole. */
  readonly small: ReadonlySet<string>;
}

/** Rows below which a table is read whole as fast as by an index. */
export const smallTable = 10_000;

export type ColumnKinds = ReadonlyMap<string, ColumnKind>;

/** An ordered index of whole columns, over all rows. */
export interface Index {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export async function readCatalogue(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<Catalogue> {
  const [tables, indexes, datesAreUtc, textSearch] = await Promise.all([
    readTables(db, dialect),
    readIndexes(db, dialect),
    readsDatesAsUtc(db, dialect),
    readTextSearch(db, dialect),
  ]);

  return { kinds: kindsOf(tables, dialect), columns: columnsOf(tables), indexes, datesAreUtc, textSearch };
}

async function readsDatesAsUtc(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<boolean> {
  const [row] = (await dialect.clockProbe.execute(db)).rows;

  return row?.probe instanceof Date && row.probe.getTime() === Date.UTC(2000, 6, 1, 12);
}

/** A name that several schemas off the search path use differently is `other`. */
function kindsOf(tables: readonly TableMetadata[], dialect: Dialect): ColumnKinds {
  const kinds = new Map<string, ColumnKind>();

  for (const table of tables) {
    for (const column of table.columns) {
      const name = `${table.name}.${column.name}`;
      const kind = dialect.columnKind(column.dataType);
      const known = kinds.get(name);
      kinds.set(name, known === undefined || known === kind ? kind : 'other');
    }
  }

  return kinds;
}

function columnsOf(tables: readonly TableMetadata[]): Map<string, string[]> {
  const columns = new Map<string, string[]>();

  for (const table of tables) {
    const names = table.columns.map(({ name }) => name);
    columns.set(table.name, [...(columns.get(table.name) ?? []), ...names]);
  }

  return columns;
}

async function readIndexes(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<Map<string, Index[]>> {
  const { rows } = await dialect.indexColumns.execute(db);
  const byName = new Map<string, { table: string; unique: boolean; columns: string[] }>();

  for (const row of rows) {
    const name = `${row.table_name}\n${row.index_name}`;
    const index = byName.get(name) ?? {
      table: row.table_name,
      unique: Boolean(Number(row.is_unique)),
      columns: [],
    };
    index.columns.push(row.column_name);
    byName.set(name, index);
  }

  return Map.groupBy(byName.values(), ({ table }) => table);
}

async function readTextSearch(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<TextSearch | null> {
  if (dialect.textSearch === null) return null;

  const { rows } = await dialect.textSearch.execute(db);

  return {
    indexed: new Set(
      rows.flatMap(({ table_name: table, column_name: column }) =>
        column === null ? [] : [`${table}.${column}`],
      ),
    ),
    small: new Set(
      rows.flatMap(({ table_name: table, row_estimate: estimate }) =>
        estimate >= 0 && estimate < smallTable ? [table] : [],
      ),
    ),
  };
}
