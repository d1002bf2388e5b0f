import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { type Catalogue, type CatalogueColumn, type CatalogueTable, smallTable } from './catalogue.ts';
import type {
  CatalogueColumnRow,
  CatalogueTableRow,
  NamedTable,
  TableVersionRow,
} from './dialects/CatalogueQueries.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Reads the tables that are found without a schema, and those of the given schemas. */
export async function readCatalogue(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  schemas: readonly string[] = [],
): Promise<Catalogue> {
  const { catalogue } = dialect;
  const datesAreUtc = await readsDatesAsUtc(db, dialect);
  // Versions are read first: other facts that change in the meantime are then newer than the version.
  const { rows: tables } = await catalogue.tables(schemas).execute(db);
  const versions = await readVersions(
    db,
    dialect,
    tables.map(({ schema_name: schema, table_name: name }) => ({ schema, name })),
  );
  const broken = await brokenViews(db, dialect, tables);
  const [columns, indexes, foreignKeys, textColumns] = await Promise.all([
    catalogue.columns(schemas, broken).execute(db),
    catalogue.indexColumns(schemas).execute(db),
    catalogue.foreignKeys?.(schemas).execute(db),
    catalogue.textColumns?.(schemas).execute(db),
  ]);
  const columnsOf = byTable(columns.rows);
  const indexesOf = byTable(indexes.rows);
  const keysOf = byTable(foreignKeys?.rows ?? []);
  const textsOf = byTable(textColumns?.rows ?? []);

  return catalogueOf(
    tables.map((row): CatalogueTable => {
      const key = keyOf(row);
      const rows = Number(row.row_estimate ?? -1);

      return {
        schema: row.schema_name,
        name: row.table_name,
        isVisible: isTrue(row.is_visible),
        isView: isTrue(row.is_view),
        version: versions.get(key) ?? '',
        columns: new Map(
          (columnsOf.get(key) ?? []).map((column) => [column.column_name, columnOf(column, dialect)]),
        ),
        indexes: grouped(indexesOf.get(key), ({ index_name: name }) => name).map((entries) => ({
          columns: entries.map(({ column_name: column }) => column),
          unique: isTrue(entries[0]?.is_unique),
        })),
        foreignKeys: grouped(keysOf.get(key), ({ key_name: name }) => name).flatMap(([first, ...others]) =>
          first
            ? [
                {
                  columns: new Map(
                    [first, ...others].map(({ column_name: own, target_column: target }) => [own, target]),
                  ),
                  references: { schema: first.target_schema, name: first.target_table },
                },
              ]
            : [],
        ),
        textIndexed: new Set((textsOf.get(key) ?? []).map(({ column_name: column }) => column)),
        isSmall: textColumns !== undefined && rows >= 0 && rows < smallTable,
      };
    }),
    datesAreUtc,
  );
}

/** Views that would make reading all columns fail. They stay in the catalogue, without columns. */
async function brokenViews(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  tables: readonly CatalogueTableRow[],
): Promise<readonly NamedTable[]> {
  const { viewProbe } = dialect.catalogue;
  const broken: NamedTable[] = [];

  for (const { schema_name: schema, table_name: name, is_view: isView } of tables) {
    if (!viewProbe || !isTrue(isView)) continue;
    try {
      await viewProbe({ schema, name }).execute(db);
    } catch {
      broken.push({ schema, name });
    }
  }

  return broken;
}

/** Schema and name → version, for existing tables. */
async function readVersions(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  tables: readonly Pick<CatalogueTable, 'schema' | 'name'>[],
): Promise<ReadonlyMap<string, string>> {
  if (tables.length === 0) return new Map();

  const { rows } = await dialect.catalogue.versions(tables).execute(db);

  return versionsOf(rows);
}

function versionsOf(rows: readonly TableVersionRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [keyOf(row), row.version ?? '']));
}

/**
 * Whether the keys of some tables have existed without a change since the catalogue was read; `rows` is the current
 * result of `CatalogueQueries.versions`.
 */
export function stillHold(tables: readonly CatalogueTable[], rows: readonly TableVersionRow[]): boolean {
  const versions = versionsOf(rows);

  return tables.every(
    ({ schema, name, version }) => versions.get(keyOf({ schema_name: schema, table_name: name })) === version,
  );
}

export function catalogueOf(tables: readonly CatalogueTable[], datesAreUtc: boolean): Catalogue {
  const named = new Map(tables.map((table) => [`${table.schema}\n${table.name}`, table]));
  const visible = new Map(tables.flatMap((table) => (table.isVisible ? [[table.name, table]] : [])));

  return {
    tables,
    datesAreUtc,
    find: ({ schema, name }) => (schema === null ? visible.get(name) : named.get(`${schema}\n${name}`)),
  };
}

function columnOf(column: CatalogueColumnRow, dialect: Dialect): CatalogueColumn {
  const kind = dialect.columnKind(column.data_type);

  return {
    kind,
    type: column.data_type,
    isNullable: isTrue(column.is_nullable),
    scale: kind === 'decimal' ? scaleIn(column.data_type) : null,
    form: dialect.storedForm(column.data_type),
    comparedAs: column.compared_as ?? null,
    // Integers of any size compare equally; for other kinds the type may matter.
    comparison: kind === 'integer' ? '' : kind === 'text' ? (column.collation_name ?? '') : column.data_type,
  };
}

/** `numeric(10,2)` → 2, `numeric(10)` → 0. */
function scaleIn(type: string): number | null {
  const [, digits, scale = '0'] = /\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(type) ?? [];

  return digits === undefined ? null : Number(scale);
}

async function readsDatesAsUtc(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<boolean> {
  const [row] = (await dialect.clockProbe.execute(db)).rows;

  return row?.probe instanceof Date && row.probe.getTime() === Date.UTC(2000, 6, 1, 12);
}

type Named = Pick<CatalogueTableRow, 'schema_name' | 'table_name'>;

function keyOf({ schema_name: schema, table_name: table }: Named): string {
  return `${schema}\n${table}`;
}

function byTable<Row extends Named>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, keyOf);
}

function grouped<Row>(rows: readonly Row[] | undefined, key: (row: Row) => string): Row[][] {
  return [...Map.groupBy(rows ?? [], key).values()];
}

/** Drivers return booleans of expressions as booleans, numbers or texts. */
function isTrue(value: boolean | number | string | undefined): boolean {
  return value === true || Number(value) === 1;
}
