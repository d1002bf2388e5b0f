import type { TableDefinition } from '@rowhouse/tables';
import type { FoundTable } from './findDatabases.ts';

/** Links from the rows of a table, by the foreign keys of its database. */
export interface RowLinks {
  readonly references: readonly RowReference[];
  readonly referencedBy: readonly RowReferrer[];
}

/** The row of another table that a row points at. */
interface RowReference {
  /** Id of the other table. */
  readonly table: string;
  /** Columns of this table that mean the other row: the foreign key, and what the row is called. */
  readonly columns: readonly string[];
  /**
   * Attributes of this table's rows that together are the identifier of the other row: one as it is; several with `~`
   * written as `~0` and `,` as `~1`, separated by commas.
   */
  readonly key: readonly string[];
}

/** Rows of another table that point at a row. */
interface RowReferrer {
  /** Id of the other table. */
  readonly table: string;
  /** Label of what it calls the row: an order has a customer, or a manager and a deputy. */
  readonly as: string;
  /** Filters of the other table; all of them together leave the rows that point here. */
  readonly filters: readonly RowFilter[];
}

interface RowFilter {
  /** `table.column` of the other table. */
  readonly data: string;
  readonly type: 'number' | 'string';
  /** Attribute of this table's rows that has the value. */
  readonly attribute: string;
}

interface Table {
  /** Under which it is served. */
  readonly id: string;
  readonly found: FoundTable;
  readonly columns: readonly Column[];
  /** Name of its column that shows a column of the table that was found; null for none. */
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
 * Links between the tables of a database, by the id of the table whose rows they are of. `definitions` are those served
 * of it, and `standsFor` says which stand for a found table; one that was written by hand has those links for which its
 * columns are enough.
 */
export function rowLinks(
  tables: readonly FoundTable[],
  definitions: readonly TableDefinition[],
  standsFor: (definition: TableDefinition, found: FoundTable) => boolean,
): ReadonlyMap<string, RowLinks> {
  const served = tables.flatMap((found) =>
    definitions.filter((definition) => standsFor(definition, found)).map((one) => tableOf(one, found)),
  );
  // One that has the id that was found is the one that others lead to.
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
    // A foreign key onto other columns than those that identify rows says nothing of their page.
    if (!target || !isKey || params === null || Object.keys(params).length !== key.columns.length) return [];
    const attributes = key.columns.flatMap((column) => nameOf(params[column] ?? '') ?? []);
    if (attributes.length < key.columns.length) return [];
    const shown = [...own, ...(label === null ? [] : [label])].flatMap((name) => nameOf(name) ?? []);
    // In a template, `customer.name` shows what the row of `customer_id` is called.
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
