import type { LinkedTable, RelatedResponse, RelatedTable } from '@rowhouse/table-protocol';
import type { RelatedRecords } from '../definition/TableRecords.ts';
import { anchorOf, type EditedRecord } from '../edit/EditTarget.ts';
import { notFound } from '../edit/notFound.ts';
import { findRecords, readRecord } from '../edit/records.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type DeclaredKey, declaredKeys, keysTo } from '../query/declaredReferences.ts';
import { databaseColumn } from '../query/HostQuery.ts';
import { declaredJoinTable, derivedJoinTable, type JoinTable } from './joinTables.ts';
import { type KeyValues, keyFilters, keyValue } from './keyFilters.ts';
import { distinguished, linkedTable } from './linkedTables.ts';
import { newRecordValues } from './newRecordValues.ts';
import { nameOfTable, type RecordTable, type RelatedOptions } from './recordTables.ts';

/** Rows of a served table, and its column → the column of the record that it refers to. */
interface Reference {
  readonly rows: RecordTable;
  readonly columns: ReadonlyMap<string, string>;
  readonly label: string | undefined;
}

/** Rows that refer to the record themselves, or that a join table links. */
type Relation = Reference | JoinTable;

/** The record, and the foreign keys of its database. */
interface RelatedRecord {
  readonly query: TableQuery;
  readonly record: EditedRecord;
  readonly keys: readonly DeclaredKey[];
}

/**
 * The tables that the user may read and that refer to the record of a row, or that join tables link to it: those that the
 * definition lists, otherwise those of the foreign keys. Throws `tables.row_not_found`, and `tables.invalid_query` for a list
 * that does not match the database.
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
  const keys = await declaredKeys(rawDb, dialect, query.catalogue);
  const declared = query.table.definition.records?.related;
  const relations = declared
    ? await declaredRelations(declared, { query, record, keys }, options)
    : await derivedRelations({ query, record, keys }, options);
  const columns = [...new Set(relations.flatMap((relation) => [...referredBy(relation).values()]))];
  const values = (columns.length > 0 && (await readRecord(rawDb, dialect, found, columns))) || {};
  const related: RelatedTable[] = [];
  const linked: LinkedTable[] = [];
  const joins: JoinTable[] = [];

  for (const relation of relations) {
    const key = keyOf(referredBy(relation), values);
    if (!key) continue;
    if ('links' in relation) {
      const table = await linkedTable(relation, key, related.length + linked.length, options);
      if (!table) continue;
      linked.push(table);
      joins.push(relation);
    } else {
      related.push(...(await relatedTable(relation, key, options)));
    }
  }
  const isTwice = (id: string) => id === query.table.id || related.some(({ table }) => table === id);

  return { related, ...(linked.length > 0 && { linked: distinguished(linked, joins, isTwice) }) };
}

async function relatedTable(
  { rows, label }: Reference,
  key: KeyValues,
  options: RelatedOptions,
): Promise<RelatedTable[]> {
  const filters = await keyFilters(rows, key, options);
  if (!filters) return [];
  const create = await newRecordValues(rows, key, options);

  return [
    {
      table: rows.query.table.id,
      name: label ?? nameOfTable(rows),
      as: filters.as,
      filters: [...filters.filters],
      ...(create && { create }),
    },
  ];
}

/** One table for each foreign key: what a join table leads to, or the first table whose rows can be selected by it. */
async function derivedRelations(
  { query: { context }, record, keys }: RelatedRecord,
  options: RelatedOptions,
): Promise<readonly Relation[]> {
  const found: Relation[] = [];
  for (const key of keysTo(keys, record.table)) {
    const relation =
      (await derivedJoinTable(key, keys, context, options)) ??
      (await derivedReference(key, context, options));
    if (relation) found.push(relation);
  }

  return found;
}

async function derivedReference(
  { columns, ...table }: DeclaredKey,
  caller: TableQuery['context'],
  options: RelatedOptions,
): Promise<Reference | null> {
  const probe: KeyValues = new Map([...columns.keys()].map((column) => [column, '']));
  for (const rows of await options.recordTables.of(table, caller)) {
    if ((await keyFilters(rows, probe, options)) !== null) return { rows, columns, label: undefined };
  }

  return null;
}

async function declaredRelations(
  declared: readonly RelatedRecords[],
  { query, record, keys }: RelatedRecord,
  options: RelatedOptions,
): Promise<readonly Relation[]> {
  const found: Relation[] = [];
  for (const relation of declared) {
    if (relation.through !== undefined) {
      const of = { record: record.table, keys, caller: query.context };
      const join = await declaredJoinTable(relation, of, options);
      if (join) found.push(join);
      continue;
    }
    const { table, by, label } = relation;
    const rows = await options.recordTables.named(table, query.context);
    if (!rows) continue;
    const columns = referredColumns([by].flat(), rows, record, keysTo(keys, record.table));
    found.push({ rows, columns, label });
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
function keyOf(
  columns: ReadonlyMap<string, string>,
  values: Readonly<Record<string, unknown>>,
): KeyValues | null {
  const entries = [...columns].map(([column, referred]) => [column, keyValue(values[referred])] as const);
  const known = entries.filter((entry): entry is readonly [string, string | number] => entry[1] !== null);

  return known.length < entries.length ? null : new Map(known);
}

/** Column of the rows, or of the join table → the column of the record. */
function referredBy(relation: Relation): ReadonlyMap<string, string> {
  return 'links' in relation ? relation.near : relation.columns;
}
