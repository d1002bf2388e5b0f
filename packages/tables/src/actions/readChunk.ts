import { type Kysely, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ListRange } from '../query/actionTables.ts';
import type { Builder, HostQuery } from '../query/HostQuery.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { parseJson } from '../rows/parseJson.ts';

/** The listed rows, in order; null for rows that no longer exist. */
export type Chunk = readonly (AnyRow | null)[];

const keyName = 'rowhouseRowKey';

/** Reads listed rows in their current state. */
export async function readChunk(
  transaction: Kysely<AnyDatabase>,
  query: TableQuery,
  range: ListRange,
): Promise<Chunk> {
  const keys = await readKeys(transaction, query, range);
  const chunk = await readRows(transaction, query, keys, range);
  const relations = query.table.definition.with ?? {};

  await loadRelations(
    transaction,
    chunk.filter((row) => row !== null),
    relations,
  );

  return chunk;
}

/** Queries whose identifiers the driver returns in another form than the list contains. */
const needingKeys = new WeakSet<HostQuery>();

/**
 * The rows of the keys, in their order. Usually the identifier from the driver, as text, equals its key in the list;
 * otherwise, as for dates, the key is selected in addition, which costs more.
 */
export async function readRows(
  transaction: Kysely<AnyDatabase>,
  query: TableQuery,
  keys: readonly string[],
  range: ListRange,
): Promise<Chunk> {
  const read = async (withKey: boolean) => {
    const { rows } = await transaction.executeQuery<AnyRow>(rowsQuery(query, keys, range, withKey).compile());
    parseJson(rows, query.jsonNames);

    return rows;
  };

  if (query.runtime.dialect.actionRuns.exact && !needingKeys.has(query.query)) {
    const name = query.table.template.dtRowId;
    const rows = await read(false);
    const chunk = inOrder(keys, new Map(rows.map((row) => [String(row[name]), row])));

    if (chunk.filter(Boolean).length === rows.length) return chunk;
    needingKeys.add(query.query);
  }

  const rows = await read(true);

  // Copied instead of deleting the property: objects that have lost a property are slow in V8.
  return inOrder(keys, new Map(rows.map(({ [keyName]: key, ...row }) => [String(key), row as AnyRow])));
}

function inOrder(keys: readonly string[], rows: ReadonlyMap<string, AnyRow>): Chunk {
  return keys.map((key) => rows.get(key) ?? null);
}

/** The keys of listed rows, in order. Throws `tables.invalid_query` if a row has none. */
export async function readKeys(
  transaction: Kysely<AnyDatabase>,
  { runtime, table }: TableQuery,
  { run, list, start, end }: ListRange,
): Promise<string[]> {
  const database = transaction.withoutPlugins();
  const keys = (await runtime.dialect.actionRuns.readList(database, run, list)).slice(start, end);

  if (keys.length !== end - start || keys.includes(null)) {
    throw new TableError(
      'tables.invalid_query',
      `The query of table "${table.id}" has rows whose ${table.template.dtRowId} is null. Every row needs an identifier.`,
    );
  }

  return keys as string[];
}

/**
 * The definition's query, limited to the listed rows, regardless of the request's conditions.
 *
 * A query that cannot be decomposed is read unchanged, and the rows are selected from its result: a grouped row depends
 * on all its source rows, and a window function on the other rows.
 */
function rowsQuery(
  { query, runtime, table }: TableQuery,
  keys: readonly string[],
  range: ListRange,
  withKey: boolean,
): Builder {
  const { keyOf, isListed, lookingUp } = runtime.dialect.actionRuns;
  const whole = !query.decomposable || query.windowed;
  const rowId = whole ? sql.ref(`listed.${table.template.dtRowId}`) : query.rowId;
  const rows = whole
    ? (runtime.db.selectFrom(query.builder.as('listed')).selectAll('listed') as unknown as Builder)
    : query.builder;

  const listed = lookingUp(rows.where(isListed(rowId, keys, range)));

  return withKey ? (listed.select(keyOf(rowId).as(keyName)) as Builder) : listed;
}
