import type { RelatedResponse, RelatedTable } from '@rowhouse/table-protocol';
import { formFields } from '../definition/fields.ts';
import type { RelatedRecords } from '../definition/TableRecords.ts';
import { anchorOf, type EditedRecord, writtenData } from '../edit/EditTarget.ts';
import { notFound } from '../edit/notFound.ts';
import { findRecords, readRecord } from '../edit/records.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type DeclaredKey, declaredKeys, keysTo } from '../query/declaredReferences.ts';
import { databaseColumn } from '../query/HostQuery.ts';
import { type KeyValues, keyFilters, keyValue } from './keyFilters.ts';
import {
  nameOfTable,
  type RecordTable,
  type RecordTableFinder,
  type RecordTableOptions,
} from './recordTables.ts';

export interface RelatedOptions extends Pick<RecordTableOptions, 'mayUse'> {
  readonly recordTables: RecordTableFinder;
}

/** Rows of a served table, and its column → the column of the record that it refers to. */
interface Reference {
  readonly rows: RecordTable;
  readonly columns: ReadonlyMap<string, string>;
  readonly label: string | undefined;
}

/**
 * The tables that the user may read and that refer to the record of a row: those that the definition lists, otherwise those of
 * the foreign keys. Throws `tables.row_not_found`, and `tables.invalid_query` for a list that does not match the database.
 */
export async function relatedTables(
  query: TableQuery,
  row: string,
  options: RelatedOptions,
): Promise<RelatedResponse> {
  const { db, rawDb, dialect } = query.runtime;
  const record = anchorOf(query.table, query.query);
  if (record === null) return { related: [] };
  const [found] = (await findRecords(db, query, row, [record])) ?? [];
  if (!found) throw notFound(row);
  const keys = keysTo(await declaredKeys(rawDb, dialect, query.catalogue), record.table);
  const declared = query.table.definition.records?.related;
  const references = declared
    ? await declaredReferences(declared, { query, record, keys }, options)
    : await derivedReferences(query, keys, options);
  const columns = [...new Set(references.flatMap((reference) => [...reference.columns.values()]))];
  const values = (columns.length > 0 && (await readRecord(rawDb, dialect, found, columns))) || {};
  const related: RelatedTable[] = [];

  for (const reference of references) {
    const key = keyOf(reference, values);
    const filters = key && (await keyFilters(reference.rows, key, options));
    if (!key || !filters) continue;
    const create = await newRecordValues(reference.rows, key, options);
    related.push({
      table: reference.rows.query.table.id,
      name: reference.label ?? nameOfTable(reference.rows),
      as: filters.as,
      filters: [...filters.filters],
      ...(create && { create }),
    });
  }

  return { related };
}

/** One table for each foreign key: the first whose rows can be selected by it. */
async function derivedReferences(
  { context }: TableQuery,
  keys: readonly DeclaredKey[],
  options: RelatedOptions,
): Promise<readonly Reference[]> {
  const found: Reference[] = [];
  for (const { columns, ...key } of keys) {
    const probe: KeyValues = new Map([...columns.keys()].map((column) => [column, '']));
    for (const rows of await options.recordTables.of(key, context)) {
      if ((await keyFilters(rows, probe, options)) === null) continue;
      found.push({ rows, columns, label: undefined });
      break;
    }
  }

  return found;
}

async function declaredReferences(
  declared: readonly RelatedRecords[],
  { query, record, keys }: { query: TableQuery; record: EditedRecord; keys: readonly DeclaredKey[] },
  { recordTables }: RelatedOptions,
): Promise<readonly Reference[]> {
  const found: Reference[] = [];
  for (const { table, by, label } of declared) {
    const rows = await recordTables.named(table, query.context);
    if (rows) found.push({ rows, columns: referredColumns([by].flat(), rows, record, keys), label });
  }

  return found;
}

/** By the foreign key of these columns; without one, a single column refers to the identifier of the record. */
function referredColumns(
  by: readonly string[],
  { query: { query, table }, record: child }: RecordTable,
  { table: { schema, name }, ids }: EditedRecord,
  keys: readonly DeclaredKey[],
): ReadonlyMap<string, string> {
  const columns = by.map((column) => {
    const located = databaseColumn(
      column.includes('.') ? column : `${query.names.toHost(child.alias)}.${column}`,
      query,
    );
    if (located.alias === child.alias && child.table.columns.has(located.column)) return located.column;
    throw new TableError(
      'tables.invalid_query',
      `The records of "${name}" have "${table.id}" under \`related\`, whose table "${child.table.name}" has no column ` +
        `"${column}". Name the columns that refer to the record under \`by\`.`,
    );
  });
  const key = keys.find(
    (each) =>
      each.schema === child.table.schema &&
      each.name === child.table.name &&
      each.columns.size === columns.length &&
      columns.every((column) => each.columns.has(column)),
  );
  if (key) return key.columns;
  const [only] = columns;
  const [id] = ids;
  if (columns.length === 1 && ids.length === 1 && only !== undefined && id) {
    return new Map([[only, id.column]]);
  }
  throw new TableError(
    'tables.invalid_query',
    `The records of "${schema}.${name}" have "${table.id}" under \`related\`, but no foreign key of the columns ` +
      `${by.join(', ')} refers to them. Name those of a foreign key under \`by\`.`,
  );
}

/** The values that rows have; null if the record has none of them. */
function keyOf({ columns }: Reference, values: Readonly<Record<string, unknown>>): KeyValues | null {
  const entries = [...columns].map(([column, referred]) => [column, keyValue(values[referred])] as const);
  const known = entries.filter((entry): entry is readonly [string, string | number] => entry[1] !== null);

  return known.length < entries.length ? null : new Map(known);
}

/** Field → value of a new record with this key; null if the user may not create it there. */
async function newRecordValues(
  { query: { query, table, context }, record }: RecordTable,
  key: KeyValues,
  { mayUse }: RelatedOptions,
): Promise<Record<string, string | number> | null> {
  const { create, store } = table.routeNames;
  if (create === null || store === null) return null;
  for (const name of [create, store]) if (!(await mayUse(context.user, name))) return null;
  const values: Record<string, string | number> = {};

  for (const field of formFields(table, query.names.toHost(record.alias))) {
    const { readOnly, write, permission } = field.options;
    const data = readOnly || write ? null : writtenData(table, field);
    const located = data === null ? null : databaseColumn(data, query);
    const value = located?.alias === record.alias ? key.get(located.column) : undefined;
    if (value === undefined) continue;
    if (permission === undefined || (await mayUse(context.user, permission))) {
      values[field.column.name] = value;
    }
  }

  return Object.keys(values).length < key.size ? null : values;
}
