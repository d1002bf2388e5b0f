import { isUnavailable } from '@rowhouse/drivers';
import type { Field } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { declaredKeys, type QualifiedColumn, referenceOf } from '../query/declaredReferences.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { ReferenceTables } from './EditTarget.ts';
import { identifierColumn, referencesOf, writtenData } from './EditTarget.ts';

export interface ReferencesOptions {
  readonly runtime: TableRuntime;
  /** The tables that may have the rows. */
  all(): readonly Table[];
  queriesOf(table: Table): TableQueries;
  /** Whether a user may read a table. */
  mayRead(user: unknown, table: Table): Promise<boolean>;
}

interface Caller {
  readonly user: unknown;
  readonly timeZone: string | null | undefined;
}

/**
 * Finds the tables whose rows are what a field refers to: by its `references`, otherwise by the
 * foreign key of the written column. Null if no table has those rows under their identifier.
 */
export type FindReferenceTables = (
  table: Table,
  query: HostQuery,
  field: Field,
  caller: Caller,
) => Promise<ReferenceTables | null>;

export function referenceTablesFinder(options: ReferencesOptions): FindReferenceTables {
  const { all, queriesOf, mayRead } = options;
  /** A query that depends on the user has the same identifier for all. */
  const identifiers = new WeakMap<Table, QualifiedColumn | null>();

  async function identifierOf(table: Table, caller: Caller): Promise<QualifiedColumn | null> {
    const known = identifiers.get(table);
    if (known !== undefined) return known;
    try {
      const { query } = await queriesOf(table).prepare({}, caller.user, caller.timeZone);
      const candidates = rowColumn(query);
      identifiers.set(table, candidates);

      return candidates;
    } catch (error) {
      if (isUnavailable(error)) throw error;

      // A query that cannot be built without params has no rows to choose from.
      return null;
    }
  }

  return async (table, query, field, caller) => {
    const wanted = await referencedColumn(table, query, field, options);
    if (wanted === null) return null;
    const candidates: Table[] = [];
    for (const other of all()) {
      const identifier = await identifierOf(other, caller);
      const isWanted =
        identifier?.column === wanted.column &&
        identifier.name === wanted.name &&
        identifier.schema === wanted.schema;
      if (isWanted) candidates.push(other);
    }
    if (candidates.length === 0) return null;
    const permitted = await Promise.all(candidates.map((other) => mayRead(caller.user, other)));
    // The table's own name is the best.
    const tables = candidates
      .filter((_other, index) => permitted[index])
      .toSorted((a, b) => Number(b.id === wanted.name) - Number(a.id === wanted.name));

    return {
      tables: tables.map((other) => ({
        table: other,
        prepare: () => queriesOf(other).prepare({}, caller.user, caller.timeZone, { usesKeys: false }),
      })),
    };
  };
}

/** The column that identifies the rows of a query; null if that is computed, or not their only key. */
function rowColumn(query: HostQuery): QualifiedColumn | null {
  const { key, decomposable } = query;
  const found = identifierColumn(query);
  if (!found || !decomposable) return null;
  const { table, column } = found;
  const isKey =
    key.length === 0 || (key.length === 1 && databaseColumn(key[0] ?? '', query).column === column);

  return isKey ? { schema: table.schema, name: table.name, column } : null;
}

async function referencedColumn(
  table: Table,
  query: HostQuery,
  field: Field,
  { runtime }: Pick<ReferencesOptions, 'runtime'>,
): Promise<QualifiedColumn | null> {
  const catalogue = await runtime.catalogue.get();
  const explicit = referencesOf(field.options, query);
  if (explicit !== null) {
    const found = catalogue.find(explicit.table);

    return found ? { schema: found.schema, name: found.name, column: explicit.column } : null;
  }
  // A function may take the value for anything.
  if (field.options.write) return null;
  const data = writtenData(table, field);
  const located = data === null ? null : databaseColumn(data, query);
  if (!located?.table) return null;
  const { schema, name } = located.table;
  const declared = await declaredKeys(runtime.rawDb, runtime.dialect, catalogue);

  return referenceOf(declared, { schema, name, column: located.column }) ?? null;
}
