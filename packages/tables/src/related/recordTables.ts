import { isUnavailable } from '@rowhouse/drivers';
import type { Table } from '../definition/Table.ts';
import { anchorOf, type EditedRecord } from '../edit/EditTarget.ts';
import type { ReferencesOptions } from '../edit/referenceTables.ts';
import { TableError } from '../errors.ts';
import { humanised } from '../format/labels.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { NamedTable } from '../query/dialects/CatalogueQueries.ts';
import type { RouteRegistry } from '../RouteRegistry.ts';

export interface RecordTableOptions extends ReferencesOptions {
  /** Whether a user may use the route of that name. */
  mayUse(user: unknown, routeName: string): Promise<boolean>;
}

/** A table that a user may read, and the database's table that has its rows. */
export interface RecordTable {
  readonly query: TableQuery;
  readonly record: EditedRecord;
}

/** The name of a table for users. */
export function nameOfTable({ query: { table } }: RecordTable): string {
  return table.template.name || humanised(table.id);
}

type Caller = Pick<TableQuery['context'], 'user' | 'timeZone'>;

export interface RecordTableFinder {
  /** The tables with rows of one of the database, the one of its name first. */
  of(location: NamedTable, caller: Caller): Promise<readonly RecordTable[]>;
  /** The table with this id; null if there is none, the user may not read it, or its rows are not those of a table. */
  readable(id: string, caller: Caller): Promise<RecordTable | null>;
  /** The same for one that a definition names. Throws `tables.invalid_query` if there is none. */
  named(id: string, caller: Caller): Promise<RecordTable | null>;
}

export interface RelatedOptions extends Pick<RecordTableOptions, 'mayUse'> {
  readonly recordTables: RecordTableFinder;
  /** The routes of the application, for paths of join tables; without them, links are only read. */
  readonly routes?: RouteRegistry | undefined;
}

/** Finds the tables that a user may read by the rows that they have. */
export function recordTableFinder({ all, queriesOf, mayRead }: RecordTableOptions): RecordTableFinder {
  /** A query that depends on the user reads the same tables for all. */
  const locations = new WeakMap<Table, NamedTable | null>();

  async function open(table: Table, { user, timeZone }: Caller): Promise<RecordTable | null> {
    try {
      const query = await queriesOf(table).prepare({}, user, timeZone, { usesKeys: false });
      const record = anchorOf(table, query.query);
      locations.set(table, record && { schema: record.table.schema, name: record.table.name });

      return record && { query, record };
    } catch (error) {
      if (isUnavailable(error)) throw error;

      // A query that cannot be built without params has no rows for others.
      return null;
    }
  }

  async function readable(id: string, caller: Caller): Promise<RecordTable | null> {
    const table = all().find((one) => one.id === id);

    return table && (await mayRead(caller.user, table)) ? open(table, caller) : null;
  }

  return {
    readable,
    async of({ schema, name }, caller) {
      const tables: RecordTable[] = [];
      const best = all().toSorted((a, b) => Number(b.id === name) - Number(a.id === name));
      for (const table of best) {
        const known = locations.get(table);
        const isOther = known === null || (known && (known.schema !== schema || known.name !== name));
        if (isOther || !(await mayRead(caller.user, table))) continue;
        const opened = await open(table, caller);
        const location = opened?.record.table;
        if (opened && location?.schema === schema && location.name === name) tables.push(opened);
      }

      return tables;
    },
    async named(id, caller) {
      if (!all().some((one) => one.id === id)) {
        throw new TableError(
          'tables.invalid_query',
          `The records of a table have "${id}" under \`related\`, which is no table of the same database. Name one by its ` +
            '`routePrefix`.',
        );
      }

      return readable(id, caller);
    },
  };
}
