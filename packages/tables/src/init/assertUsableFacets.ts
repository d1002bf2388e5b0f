import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import type { SummaryRequest } from '../request/SummaryRequest.ts';
import { type Permits, usableRoutes } from './InitContext.ts';

/**
 * A facet lists the values of a `select` filter, so it needs the permission of the route that lists its options. Throws
 * `tables.forbidden`.
 */
export async function assertUsableFacets(
  { template }: Table,
  summary: SummaryRequest | null,
  permits: Permits | undefined,
  user: unknown,
): Promise<void> {
  if (summary?.kind !== 'facets' || !permits) return;

  const usable = await usableRoutes(template, permits, user);

  for (const { data } of summary.facets) {
    const route = template.filters.find((filter) => filter.data === data)?.routeName;
    if (!route || usable.has(route)) continue;

    throw new TableError(
      'tables.forbidden',
      `You do not have the permission "${route}", which the facet "${data}" needs. Ask an administrator for it.`,
    );
  }
}
