import type { TableDefinition } from '@rowhouse/tables';
import type { FoundTable } from './findDatabases.ts';

/** Links between the rows of a table and other tables, derived from foreign keys. */
export interface RowLinks {
  readonly references: readonly RowReference[];
  readonly referencedBy: readonly RowReferrer[];
}

/** The row of another table that a row refers to. */
interface RowReference {
  /** Id of the other table. */
  readonly table: string;
  /** Columns of this table that show the other row: the foreign key and its label. */
  readonly columns: readonly string[];
  /**
   * Attributes of this table's rows that form the identifier of the other row: a single value unchanged; several joined by
   * commas, with `~` escaped as `~0` and `,` as `~1`.
   */
  readonly key: readonly string[];
}

/** Rows of another table that refer to a row. */
interface RowReferrer {
  /** Id of the other table. */
  readonly table: string;
  /** Label of the reference in the other table, such as customer or manager. */
  readonly as: string;
  /** Filters of the other table that together select the referring rows. */
  readonly filters: readonly RowFilter[];
}

interface RowFilter {
  /** `table.column` of the other table. */
  readonly data: string;
  readonly type: 'number' | 'string';
  /** Attribute of this table's rows that contains the value. */
  readonly attribute: string;
}

interface Table {
  readonly id: string;
  readonly found: FoundTable;
  readonly columns: readonly Column[];
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
 * columns.
 */
export function rowLinks(
  tables: readonly FoundTable[],
  definitions: readonly TableDefinition[],
  standsFor: (definition: TableDefinition, found: FoundTable) => boolean,
): ReadonlyMap<string, RowLinks> {
  const served = tables.flatMap((found) =>
    definitions.filter((definition) => standsFor(definition, found)).map((one) => tableOf(one, found)),
  );
  // Links lead to the definition with the found table's id, if there are several.
  const targets = new Map(
    served
      .toSorted((a, b) => Number(a.id === a.found.id) - Number(b.id === b.found.id))
      .map((one) => [one.found.id, one]),
  );

  return new Map(
    served.map((table) => [
      table.id,
      { references: referencesOf(table, targets), referencedBy: referrersOf(table, targets) },
    ]),
  );
}

function tableOf({ template }: TableDefinition, found: FoundTable): Table {
  const { routePrefix: id, columns } = template as { routePrefix: string; columns: readonly Column[] };
  const { columns: ofFound } = found.definition.template as { columns: readonly Column[] };

  return {
    id,
    found,
    columns,
    nameOf(attribute) {
      if (attribute === 'dtRowId') return attribute;
      const data = ofFound.find(({ name }) => name === attribute)?.data;
      const column =
        columns.find((one) => one.data !== undefined && one.data === data) ??
        columns.find(({ name }) => name === attribute && id === found.id);

      return column?.name ?? null;
    },
  };
}

function referencesOf({ found, columns, nameOf }: Table, served: ReadonlyMap<string, Table>): RowReference[] {
  return found.references.flatMap(({ table, columns: own, label, params }) => {
    const target = served.get(table);
    const { key } = target?.found ?? {};
    const isKey = key?.kind === 'primary' || key?.kind === 'unique';
    // The foreign key must refer to the columns that identify rows.
    if (!target || !isKey || params === null || Object.keys(params).length !== key.columns.length) return [];
    const attributes = key.columns.flatMap((column) => nameOf(params[column] ?? '') ?? []);
    if (attributes.length < key.columns.length) return [];
    const shown = [...own, ...(label === null ? [] : [label])].flatMap((name) => nameOf(name) ?? []);
    // Columns of a template such as `customer.name`, the label of `customer_id`.
    const joined = columns.filter(({ data }) => label !== null && data?.startsWith(`${label}.`));

    return [
      {
        table: target.id,
        columns: [...new Set([...shown, ...joined.map(({ name }) => name)])],
        key: attributes,
      },
    ];
  });
}

function referrersOf({ found, nameOf }: Table, served: ReadonlyMap<string, Table>): RowReferrer[] {
  return found.referencedBy.flatMap(({ table: id, columns: own, params }) => {
    const other = served.get(id);
    if (!other || params === null) return [];
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
  });
}
