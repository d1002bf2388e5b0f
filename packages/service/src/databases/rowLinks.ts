import type { TableDefinition } from '@rowhouse/tables';
import type { FoundTable } from './findDatabases.ts';

/** Where rows of a table lead to, by the foreign keys of its database. */
export interface RowLinks {
  readonly references: readonly RowReference[];
  readonly referencedBy: readonly RowReferrer[];
}

/** The row of another table that a row points at. */
export interface RowReference {
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
export interface RowReferrer {
  /** Id of the other table. */
  readonly table: string;
  /** Label of what it calls the row: an order has a customer, or a manager and a deputy. */
  readonly as: string;
  /** Filters of the other table; all of them together leave the rows that point here. */
  readonly filters: readonly RowFilter[];
}

export interface RowFilter {
  /** `table.column` of the other table. */
  readonly data: string;
  readonly type: 'number' | 'string';
  /** Attribute of this table's rows that has the value. */
  readonly attribute: string;
}

interface Table {
  readonly found: FoundTable;
  readonly columns: readonly Column[];
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
 * of it; one that was written by hand has those links for which its columns are enough.
 */
export function rowLinks(
  tables: readonly FoundTable[],
  definitions: readonly TableDefinition[],
): ReadonlyMap<string, RowLinks> {
  const templates = new Map(
    definitions.map(({ template }) => {
      const { routePrefix, columns } = template as { routePrefix: string; columns: readonly Column[] };

      return [routePrefix, columns] as const;
    }),
  );
  const served = new Map(
    tables.flatMap((found) => {
      const columns = templates.get(found.id);

      return columns ? [[found.id, { found, columns } satisfies Table] as const] : [];
    }),
  );

  return new Map(
    [...served].map(([id, table]) => [
      id,
      { references: referencesOf(table, served), referencedBy: referrersOf(table, served) },
    ]),
  );
}

function referencesOf({ found, columns }: Table, served: ReadonlyMap<string, Table>): RowReference[] {
  return found.references.flatMap(({ table, columns: own, label, params }) => {
    const { key } = served.get(table)?.found ?? {};
    const isKey = key?.kind === 'primary' || key?.kind === 'unique';
    // A foreign key onto other columns than those that identify rows says nothing of their page.
    if (!isKey || params === null || Object.keys(params).length !== key.columns.length) return [];
    const attributes = key.columns.flatMap((column) => params[column] ?? []);
    if (attributes.length < key.columns.length || !attributes.every((name) => has(columns, name))) return [];
    const shown = [...own, ...(label === null ? [] : [label])].filter((name) =>
      columns.some((column) => column.name === name),
    );

    return [{ table, columns: shown, key: attributes }];
  });
}

function referrersOf({ found, columns }: Table, served: ReadonlyMap<string, Table>): RowReferrer[] {
  return found.referencedBy.flatMap(({ table: id, columns: own, params }) => {
    const other = served.get(id);
    if (!other || params === null) return [];
    const filters = Object.entries(params).flatMap(([param, attribute]): RowFilter[] => {
      const data = other.found.made.filterParams[param];
      const column = other.columns.find((candidate) => candidate.data === data);
      const isUsable =
        data !== undefined && column?.meta?.includes('filterable') === true && column.enum === undefined;

      return isUsable && has(columns, attribute)
        ? [{ data, type: column.number === undefined ? 'string' : 'number', attribute }]
        : [];
    });
    if (filters.length < own.length) return [];
    const label = other.found.references.find(
      (reference) => reference.table === found.id && reference.columns.join() === own.join(),
    )?.label;
    const named = other.columns.filter(({ name }) => (label ? name === label : own.includes(name)));

    return [{ table: id, as: named.map((column) => column.label).join(', '), filters }];
  });
}

function has(columns: readonly Column[], attribute: string): boolean {
  return attribute === 'dtRowId' || columns.some(({ name }) => name === attribute);
}
