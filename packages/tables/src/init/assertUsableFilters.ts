import { say } from '@rowhouse/problems';
import type { Permits } from '../definition/Permits.ts';
import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import { conditionsIn, type TableRequest } from '../request/TableRequest.ts';

/**
 * A `select` filter may be on a column that the table does not show: rows found by it would reveal its values, and a facet lists
 * them. So its conditions and facets need the permission of the route that lists its options. Throws `tables.forbidden`.
 */
export async function assertUsableFilters(
  { template }: Table,
  { filters, where, summary }: TableRequest,
  permits: Permits | undefined,
  user: unknown,
): Promise<void> {
  if (!permits) return;

  const routes = new Map(template.filters.map(({ data, routeName }) => [data, routeName]));
  const used = [
    ...[...filters, ...conditionsIn(where)].map(({ data }) => ({ isFilter: true, data })),
    ...(summary?.kind === 'facets' ? summary.facets : []).map(({ data }) => ({ isFilter: false, data })),
  ];

  for (const { isFilter, data } of used) {
    const route = routes.get(data);
    if (!route || (user !== null && (await permits(user, route)))) continue;

    throw new TableError(
      'tables.forbidden',
      isFilter
        ? say`You do not have the permission "${route}", which the filter "${data}" needs. Ask an administrator for it.`
        : say`You do not have the permission "${route}", which the facet "${data}" needs. Ask an administrator for it.`,
    );
  }
}
