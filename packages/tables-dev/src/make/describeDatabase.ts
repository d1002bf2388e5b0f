import {
  type AnyDatabase,
  type CatalogueTable,
  type Dialect,
  type KeyRow,
  readCatalogue,
} from '@rowhouse/tables/internal';
import type { Kysely } from 'kysely';
import type {
  DescribedColumn,
  DescribedDatabase,
  DescribedForeignKey,
  DescribedTable,
} from './DescribedTable.ts';
import { listedValues } from './listedValues.ts';
import { measureNames } from './measureNames.ts';
import { type ColumnRow, type ListRow, structure, type TableRow } from './structure.ts';

export interface DescribeOptions {
  /** Schemas to read; all non-system schemas by default, and on MySQL the connection's own database. */
  readonly schemas?: readonly string[] | undefined;
  /** A table whose schemas are also read, although their other tables are not needed. */
  readonly name?: string | undefined;
  /** Whether short lists of values are read from the statistics of the database. */
  readonly lists?: boolean;
  /** Whether the first rows are read of tables whose names of rows the statistics do not know; see `measureNames`. */
  readonly samples?: boolean;
}

/** Describes tables by a fixed number of queries, regardless of the number of tables. */
export async function describeDatabase(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  { schemas: wanted, name, lists = false, samples = false }: DescribeOptions = {},
): Promise<DescribedDatabase> {
  const queries = structure[dialect.name];
  const { rows: all } = await queries.tables(wanted ?? [], name ?? null).execute(db);
  const rows = wanted
    ? all.filter(
        (row) => isTrue(row.is_visible) || wanted.includes(row.schema_name) || row.table_name === name,
      )
    : all;
  const own = [...new Set(rows.map((row) => row.schema_name))];
  if (own.length === 0) return { tables: [], find: () => undefined };

  const { rows: keys } = await dialect.catalogue.keys(own).execute(db);
  // Foreign keys may reference other schemas, whose columns provide the display names of rows.
  const schemas = [...new Set([...own, ...keys.flatMap((key) => key.target_schema ?? [])])];
  const catalogue = await readCatalogue(db, dialect, schemas);
  const broken = catalogue.tables.filter(({ isView, columns }) => isView && columns.size === 0);
  const [columns, checks, statistics] = await Promise.all([
    queries.columns(schemas, broken).execute(db),
    queries.checks(schemas).execute(db),
    lists ? queries.lists?.(schemas).execute(db) : undefined,
  ]);
  const facts = {
    listed: new Map(
      checks.rows.flatMap((row) =>
        listedValues(row.text).map(({ column, values }) => [
          columnKey({ ...row, column_name: (row.column_name ?? column).toLowerCase() }),
          values,
        ]),
      ),
    ),
    columns: new Map(columns.rows.map((row) => [columnKey(row), row])),
    keys: Map.groupBy(keys, tableKey),
    statistics: new Map((statistics?.rows ?? []).map((row: ListRow) => [columnKey(row), row])),
  };
  const elsewhere = schemas.length > own.length ? (await queries.tables(schemas, null).execute(db)).rows : [];
  const described = new Map(
    [...rows, ...elsewhere].flatMap((row) => {
      const table = catalogue.find({ schema: row.schema_name, name: row.table_name });

      return table ? [[tableKey(row), describe(row, table, facts)] as const] : [];
    }),
  );

  if (samples) {
    const measured = await measureNames(db, [...described.values()]);
    for (const [key, table] of described) described.set(key, measured.get(table) ?? table);
  }

  return {
    tables: rows.flatMap((row) => described.get(tableKey(row)) ?? []),
    find: ({ schema, name: table }) => described.get(tableKey({ schema_name: schema, table_name: table })),
  };
}

interface Facts {
  /** By names in lower case. */
  readonly listed: ReadonlyMap<string, readonly string[]>;
  readonly columns: ReadonlyMap<string, ColumnRow>;
  readonly keys: ReadonlyMap<string, readonly KeyRow[]>;
  readonly statistics: ReadonlyMap<string, ListRow>;
}

function describe(row: TableRow, table: CatalogueTable, facts: Facts): DescribedTable {
  const keys = facts.keys.get(tableKey(row)) ?? [];
  const primary = keys.filter((key) => key.target_table === null).map((key) => key.column_name);
  const isStrict = (name: string) => table.columns.get(name)?.isNullable === false;
  const estimate = Number(row.row_estimate ?? -1);

  const columns = [...table.columns].map(([name, { kind, type, isNullable, scale }]): DescribedColumn => {
    const key = columnKey({ ...row, column_name: name });
    const fact = facts.columns.get(key);
    const known = facts.statistics.get(key);
    const list = kind === 'text' ? (known?.list_values ?? null) : null;

    return {
      name,
      kind: isTrue(fact?.is_flag) ? 'boolean' : kind,
      type,
      isNullable,
      isReadable: isTrue(fact?.is_readable),
      isOrdered: fact?.is_ordered === undefined || isTrue(fact.is_ordered),
      values: fact?.enum_values
        ? enumValues(fact.enum_values)
        : kind === 'text'
          ? (facts.listed.get(columnKey({ ...row, column_name: name.toLowerCase() })) ?? null)
          : null,
      list: list === null ? null : (JSON.parse(list) as string[]).toSorted(),
      isRepeated: known ? isTrue(known.is_repeated) : null,
      scale: fact?.scale === null || fact?.scale === undefined ? scale : Number(fact.scale),
    };
  });

  return {
    schema: row.schema_name,
    name: row.table_name,
    kind: row.kind,
    isVisible: isTrue(row.is_visible),
    // A MySQL user also sees tables with write access only.
    isReadable:
      isTrue(row.is_readable) && (columns.length === 0 || columns.some((column) => column.isReadable)),
    isPartition: isTrue(row.is_partition),
    isInherited: isTrue(row.is_inherited),
    isUnfilled: isTrue(row.is_unfilled),
    columns,
    repeatedNames: [],
    unnamed: [],
    primaryKey: primary,
    uniqueKeys: table.indexes
      .filter(({ unique, columns }) => unique && columns.every(isStrict))
      .map(({ columns }) => columns)
      .toSorted((a, b) => a.length - b.length),
    uniqueIndexes: [
      ...(primary.length > 0 && !isTrue(row.is_inherited) ? [primary] : []),
      ...table.indexes.filter(({ unique }) => unique).map(({ columns: own }) => own),
    ],
    rowid: isTrue(row.has_rowid) ? rowidOf(table) : null,
    foreignKeys: foreignKeys(keys),
    indexed: new Set(table.indexes.flatMap(({ columns }) => columns[0] ?? [])),
    rowEstimate: estimate < 0 ? null : estimate,
  };
}

/** MySQL doubles quotes and backslashes. */
function enumValues(text: string): readonly string[] {
  if (text.startsWith('[')) return JSON.parse(text) as string[];

  return [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
    value.replaceAll("''", "'").replaceAll('\\\\', '\\'),
  );
}

/** A column may have this name itself. */
function rowidOf({ columns }: CatalogueTable): string | null {
  const taken = new Set([...columns.keys()].map((name) => name.toLowerCase()));

  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null;
}

/** Each key once, although several constraints may be equal. */
function foreignKeys(keys: readonly KeyRow[]): DescribedForeignKey[] {
  const found = new Map<string, DescribedForeignKey>();

  for (const parts of Map.groupBy(
    keys.filter((key) => key.target_table !== null),
    (key) => key.key_name,
  ).values()) {
    const [{ target_schema: schema, target_table: name } = {} as KeyRow] = parts;
    const columns = parts.map((part) => part.column_name);
    const targetColumns = parts.flatMap((part) => part.target_column ?? []);
    if (schema === null || name === null || targetColumns.length < columns.length) continue;

    found.set(JSON.stringify([columns, schema, name]), { columns, target: { schema, name }, targetColumns });
  }

  return [...found.values()];
}

type Named = Pick<TableRow, 'schema_name' | 'table_name'>;

function tableKey({ schema_name: schema, table_name: table }: Named): string {
  return `${schema}\n${table}`;
}

function columnKey(row: Named & { readonly column_name: string }): string {
  return `${tableKey(row)}\n${row.column_name}`;
}

/** Drivers return booleans as such, as numbers, or as texts of numbers. */
function isTrue(value: boolean | number | string | undefined): boolean {
  return Boolean(Number(value ?? 0));
}
