import type { TableDefinition } from '@rowhouse/tables';
import type { RowSource } from '@rowhouse/tables-dev/internal';
import type { IntrospectedTable } from '@rowhouse/tables-dev/introspect';
import type { RowFilter, RowLinks, RowReference, RowReferrer } from '../messages.ts';

interface Table {
  readonly id: string;
  readonly introspected: IntrospectedTable;
  readonly columns: readonly Column[];
  /** What its query says about its rows; null for a table whose columns are those of the found one. */
  readonly source: RowSource | null;
  /** Name of the served column for a column of the found table; null for none. */
  nameOf(attribute: string): string | null;
}

interface Column {
  readonly name: string;
  readonly label: string;
  readonly data?: string;
  readonly number?: unknown;
  readonly enum?: unknown;
  readonly meta?: readonly string[];
}

/**
 * Links between the tables of a database, by table id. `definitions` are the served tables, and `standsFor`
 * returns which of them represent a found table. A table written by hand gets the links for which it has the
 * columns; `sources` has what the queries of definitions say.
 */
export function rowLinks(
  tables: readonly IntrospectedTable[],
  definitions: readonly TableDefinition[],
  standsFor: (definition: TableDefinition, introspected: IntrospectedTable) => boolean,
  sources: ReadonlyMap<TableDefinition, RowSource> = new Map(),
): ReadonlyMap<string, RowLinks> {
  const linked = tables.flatMap((introspected) =>
    definitions
      .filter((definition) => standsFor(definition, introspected))
      .map((one) => tableOf(one, introspected, sources.get(one) ?? null)),
  );
  // Links lead to the definition with the found table's id, if there are several that the user may open.
  const byIntrospectedId = Map.groupBy(
    linked.toSorted((a, b) => Number(b.id === b.introspected.id) - Number(a.id === a.introspected.id)),
    ({ introspected }) => introspected.id,
  );

  return new Map(
    linked.map((table) => [
      table.id,
      {
        references: referencesOf(table, byIntrospectedId),
        referencedBy: referrersOf(table, byIntrospectedId),
      },
    ]),
  );
}

/** Whether its rows have the identifiers of the found table's rows. */
function isIdentified({ source, introspected: { key } }: Table): boolean {
  return source === null || (key.columns.length === 1 && key.columns[0] === source.key);
}

function tableOf(
  { template }: TableDefinition,
  introspected: IntrospectedTable,
  source: RowSource | null,
): Table {
  const { routePrefix: id, columns } = template as { routePrefix: string; columns: readonly Column[] };
  const { columns: byIntrospectedId } = introspected.definition.template as { columns: readonly Column[] };

  return {
    id,
    introspected,
    columns,
    source,
    nameOf(attribute) {
      if (source !== null) return attributeOf(source, introspected, attribute);
      if (attribute === 'dtRowId') return attribute;
      const data = byIntrospectedId.find(({ name }) => name === attribute)?.data;
      const column =
        columns.find((one) => one.data !== undefined && one.data === data) ??
        columns.find(({ name }) => name === attribute && id === introspected.id);

      return column?.name ?? null;
    },
  };
}

/** The attribute of a definition's rows for one of the found table's rows. */
function attributeOf(source: RowSource, { made }: IntrospectedTable, attribute: string): string | null {
  const column =
    attribute === 'dtRowId'
      ? made.keyOfRows.columns[0]
      : made.columns.find(({ template }) => template.name === attribute)?.name;

  return column == null ? null : column === source.key ? 'dtRowId' : (source.attributes.get(column) ?? null);
}

/** All tables with a found table's rows, by its id; the best first. */
type TablesByIntrospectedId = ReadonlyMap<string, readonly Table[]>;

function referencesOf(
  { introspected, columns, source, nameOf }: Table,
  tables: TablesByIntrospectedId,
): RowReference[] {
  return introspected.references.flatMap(({ table, columns: columnNames, label, params }) => {
    const targets = (tables.get(table) ?? []).filter(isIdentified);
    const { key } = targets[0]?.introspected ?? {};
    const isKey = key?.kind === 'primary' || key?.kind === 'unique';
    // The foreign key must refer to the columns that identify rows.
    if (!isKey || params === null || Object.keys(params).length !== key.columns.length) return [];
    const attributes = key.columns.flatMap((column) => nameOf(params[column] ?? '') ?? []);
    if (attributes.length < key.columns.length) return [];
    const shown =
      source === null
        ? shownOf(
            [...columnNames, ...(label === null ? [] : [label])].flatMap((name) => nameOf(name) ?? []),
            label,
          )
        : columns
            .filter(({ name }) => columnNames.includes(source.shown.get(name) ?? ''))
            .map(({ name }) => name);

    return targets.map(({ id }) => ({ table: id, columns: shown, key: attributes }));
  });

  /** With columns of a template such as `customer.name`, the label of `customer_id`. */
  function shownOf(names: readonly string[], label: string | null): readonly string[] {
    const joined = columns.filter(({ data }) => label !== null && data?.startsWith(`${label}.`));

    return [...new Set([...names, ...joined.map(({ name }) => name)])];
  }
}

function referrersOf(table: Table, tables: TablesByIntrospectedId): RowReferrer[] {
  return table.introspected.referencedBy.flatMap(({ table: id, columns: columnNames, params }) =>
    params === null
      ? []
      : (tables.get(id) ?? []).flatMap((other) => referrerOf(table, other, columnNames, params)),
  );
}

function referrerOf(
  { introspected, nameOf }: Table,
  other: Table,
  keyColumns: readonly string[],
  params: Readonly<Record<string, string>>,
): RowReferrer[] {
  if (other.source !== null) return declaredReferrer(other, other.source, keyColumns, params, nameOf);
  const filters = Object.entries(params).flatMap(([param, attribute]): RowFilter[] => {
    const data = other.introspected.made.filterParams[param];
    const column = other.columns.find((candidate) => candidate.data === data);
    const isUsable =
      data !== undefined && column?.meta?.includes('filterable') === true && column.enum === undefined;
    const name = nameOf(attribute);

    return isUsable && name !== null
      ? [{ data, type: column.number === undefined ? 'string' : 'number', attribute: name }]
      : [];
  });
  if (filters.length < keyColumns.length) return [];
  const label = other.introspected.references.find(
    (reference) => reference.table === introspected.id && reference.columns.join() === keyColumns.join(),
  )?.label;
  const names = (label ? [label] : keyColumns).map(other.nameOf);
  const named = other.columns.filter(({ name }) => names.includes(name));

  return [{ table: other.id, as: named.map((column) => column.label).join(', '), filters }];
}

/** By the filters that the definition of the other table declares. */
function declaredReferrer(
  { id }: Table,
  { filters }: RowSource,
  columns: readonly string[],
  params: Readonly<Record<string, string>>,
  nameOf: Table['nameOf'],
): RowReferrer[] {
  const found = columns.flatMap((column) => {
    const filter = filters.get(column);
    const attribute = nameOf(params[column] ?? '');

    return filter && attribute !== null ? [{ ...filter, attribute }] : [];
  });

  return found.length < columns.length
    ? []
    : [
        {
          table: id,
          as: found.map(({ label }) => label).join(', '),
          filters: found.map(({ data, type, attribute }) => ({ data, type, attribute })),
        },
      ];
}
