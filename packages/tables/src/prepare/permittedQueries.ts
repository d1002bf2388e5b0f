import type { HasPermission } from '../definition/Permits.ts';
import { withoutColumns } from '../definition/permittedColumns.ts';
import type { Table } from '../definition/Table.ts';
import type { TableQueries } from './tableQueries.ts';

/**
 * The queries of a table for its users: each of the table without the columns that the user has no permission for, so that a
 * request for them is refused like one for columns that do not exist. Without `hasPermission`, all users have all columns.
 */
export function permittedQueries(
  table: Table,
  hasPermission: HasPermission | undefined,
  queriesOf: (table: Table) => TableQueries,
): TableQueries {
  const { columnPermissions = {} } = table.definition;
  const restricted = Object.entries(columnPermissions);
  if (restricted.length === 0 || hasPermission === undefined) return queriesOf(table);
  const queries = new Map<Table, TableQueries>();
  const queriesFor = async (user: unknown): Promise<TableQueries> => {
    const mayUse = await Promise.all(
      restricted.map(async ([, permission]) => user !== null && (await hasPermission(user, permission))),
    );
    const missing = restricted.flatMap(([name], index) => (mayUse[index] === true ? [] : [name]));
    const permitted = withoutColumns(table, missing);
    const known = queries.get(permitted) ?? queriesOf(permitted);
    queries.set(permitted, known);

    return known;
  };

  return {
    table: async (user) => (await queriesFor(user)).table(user),
    prepare: async (payload, user, ...rest) => (await queriesFor(user)).prepare(payload, user, ...rest),
    request: async (payload, user, ...rest) => (await queriesFor(user)).request(payload, user, ...rest),
    forInit: async (user, ...rest) => (await queriesFor(user)).forInit(user, ...rest),
  };
}
