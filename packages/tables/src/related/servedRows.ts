import { isUnavailable } from '@rowhouse/drivers';
import type { Table } from '../definition/Table.ts';
import { anchorOf, type EditedRecord } from '../edit/EditTarget.ts';
import type { ReferencesOptions } from '../edit/servedReferences.ts';
import { TableError } from '../errors.ts';
import { humanised } from '../format/labels.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { NamedTable } from '../query/dialects/CatalogueQueries.ts';

export interface ServedRowsOptions extends ReferencesOptions {
  /** Whether a user may use the route of that name. */
  mayUse(user: unknown, routeName: string): Promise<boolean>;
}

/** A table that a user may read, and the database's table that has its rows. */
export interface ServedRows {
  readonly query: TableQuery;
  readonly record: EditedRecord;
}

/** The name of a table for users. */
export function nameOfTable({ query: { table } }: ServedRows): string {
  return table.template.name || humanised(table.id);
}

type Caller = Pick<TableQuery['context'], 'user' | 'timeZone'>;

export interface ServedRowsFinder {
  /** The tables with rows of one of the database, the one of its name first. */
  of(placed: NamedTable, caller: Caller): Promise<readonly ServedRows[]>;
  /** The table with this id; null if the user may not read it, or its rows are not those of a table. */
  named(id: string, caller: Caller): Promise<ServedRows | null>;
}

/** Finds the tables that a user may read by the rows that they have. */
export function servedRowsFinder({ all, queriesOf, mayRead }: ServedRowsOptions): ServedRowsFinder {
  /** A query that depends on the user reads the same tables for all. */
  const places = new WeakMap<Table, NamedTable | null>();

  async function open(table: Table, { user, timeZone }: Caller): Promise<ServedRows | null> {
    try {
      const query = await queriesOf(table).prepare({}, user, timeZone, { usesKeys: false });
      const record = anchorOf(table, query.query);
      places.set(table, record && { schema: record.table.schema, name: record.table.name });

      return record && { query, record };
    } catch (error) {
      if (isUnavailable(error)) throw error;

      // A query that cannot be built without params has no rows for others.
      return null;
    }
  }

  return {
    async of({ schema, name }, caller) {
      const found: ServedRows[] = [];
      const best = all().toSorted((a, b) => Number(b.id === name) - Number(a.id === name));
      for (const table of best) {
        const known = places.get(table);
        const isOther = known === null || (known && (known.schema !== schema || known.name !== name));
        if (isOther || !(await mayRead(caller.user, table))) continue;
        const opened = await open(table, caller);
        const placed = opened?.record.table;
        if (opened && placed?.schema === schema && placed.name === name) found.push(opened);
      }

      return found;
    },
    async named(id, caller) {
      const table = all().find((one) => one.id === id);
      if (!table) {
        throw new TableError(
          'tables.invalid_query',
          `The records of a table have "${id}" under \`related\`, which is no table of the same database. Name one by its ` +
            '`routePrefix`.',
        );
      }

      return (await mayRead(caller.user, table)) ? open(table, caller) : null;
    },
  };
}
