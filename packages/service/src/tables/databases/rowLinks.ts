import type { TableDefinition } from '@rowhouse/tables';
import type { IntrospectedTable, RowSource } from '@rowhouse/tables-dev/introspect';
import type { RowFilter, RowLinks, RowReference, RowReferrer } from '../messages.ts';

interface Table {
  readonly id: string;
  readonly found: IntrospectedTable;
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
  standsFor: (definition: TableDefinition, found: IntrospectedTable) => boolean,
  sources: ReadonlyMap<TableDefinition, RowSource> = new Map(),
): ReadonlyMap<string, RowLinks> {
  const served = tables.flatMap((found) =>
    definitions
      .filter((definition) => standsFor(definition, found))
      .map((one) => tableOf(one, found, sources.get(one) ?? null)),
  );
  // Links lead to the definition with the found table's id, if there are several that the user may open.
  const ofFound = Map.groupBy(
    served.toSorted((a, b) => Number(b.id === b.found.id) - Number(a.id === a.found.id)),
    ({ found }) => found.id,
  );

  return new Map(
    served.map((table) => [
      table.id,
      { references: referencesOf(table, ofFound), referencedBy: referrersOf(table, ofFound) },
    ]),
  );
}

/** Whether its rows have the identifiers of the found table's rows. */
function isIdentified({ source, found: { key } }: Table): boolean {
  return source === null || (key.columns.length === 1 && key.columns[0] === source.key);
}

function tableOf({ template }: TableDefinition, found: IntrospectedTable, source: RowSource | null): Table {
  const { routePrefix: id, columns } = template as { routePrefix: string; columns: readonly Column[] };
  const { columns: ofFound } = found.definition.template as { columns: readonly Column[] };

  return {
    id,
    found,
    columns,
    source,
    nameOf(attribute) {
      if (source !== null) return attributeOf(source, found, attribute);
      if (attribute === 'dtRowId') return attribute;
      const data = ofFound.find(({ name }) => name === attribute)?.data;
      const column =
        columns.find((one) => one.data !== undefined && one.data === data) ??
        columns.find(({ name }) => name === attribute && id === found.id);

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
type Served = ReadonlyMap<string, readonly Table[]>;

function referencesOf({ found, columns, source, nameOf }: Table, served: Served): RowReference[] {
  return found.references.flatMap(({ table, columns: own, label, params }) => {
    const targets = (served.get(table) ?? []).filter(isIdentified);
    const { key } = targets[0]?.found ?? {};
    const isKey = key?.kind === 'primary' || key?.kind === 'unique';
    // The foreign key must refer to the columns that identify rows.
    if (!isKey || params === null || Object.keys(params).length !== key.columns.length) return [];
    const attributes = key.columns.flatMap((column) => nameOf(params[column] ?? '') ?? []);
    if (attributes.length < key.columns.length) return [];
    const shown =
      source === null
        ? shownOf(
            [...own, ...(label === null ? [] : [label])].flatMap((name) => nameOf(name) ?? []),
            label,
          )
        : columns.filter(({ name }) => own.includes(source.shown.get(name) ?? '')).map(({ name }) => name);

    return targets.map(({ id }) => ({ table: id, columns: shown, key: attributes }));
  });

  /** With columns of a template such as `customer.name`, the label of `customer_id`. */
  function shownOf(names: readonly string[], label: string | null): readonly string[] {
    const joined = columns.filter(({ data }) => label !== null && data?.startsWith(`${label}.`));

    return [...new Set([...names, ...joined.map(({ name }) => name)])];
  }
}

function referrersOf(table: Table, served: Served): RowReferrer[] {
  return table.found.referencedBy.flatMap(({ table: id, columns: own, params }) =>
    params === null ? [] : (served.get(id) ?? []).flatMap((other) => referrerOf(table, other, own, params)),
  );
}

function referrerOf(
  { found, nameOf }: Table,
  other: Table,
  own: readonly string[],
  params: Readonly<Record<string, string>>,
): RowReferrer[] {
  if (other.source !== null) return declaredReferrer(other, other.source, own, params, nameOf);
  const filters = Object.entries(params).flatMap(([param, attribute]): RowFilter[] => {
    const data = other.found.made.filterParams[param];
    const column = other.columns.find((candidate) => candidate.data === data);
    const isUsable =
      data !== undefined && column?.meta?.includes('filterable') === true && column.enum === undefined;
    const name = nameOf(attribute);

    return isUsable && name !== null
      ? [{ data, type: column.number === undefined ? 'string' : 'number', attribute: name }]
      : [];
  });
  if (filters.length < own.length) return [];
  const label = other.found.references.find(
    (reference) => reference.table === found.id && reference.columns.join() === own.join(),
  )?.label;
  const names = (label ? [label] : own).map(other.nameOf);
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
