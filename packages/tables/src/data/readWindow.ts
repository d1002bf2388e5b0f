import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../definition/defineTable.ts';
import { reverseOrder } from '../plan/planQuery.ts';
import { type FilterPlan, conditionsOf as filtersOf, type QueryPlan } from '../plan/QueryPlan.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import type { QueryRunner } from '../query/cancellable.ts';
import { pageQuery } from '../query/pageQuery.ts';

/** A range of the ordered rows, with its offset counted from the nearer end. */
export interface Window {
  readonly fromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface WindowRows {
  readonly rows: AnyRow[];
  /** The value of `extra` in the snapshot of the rows. */
  readonly extra: string | null;
}

const extraAlias = 'rowhouseExtra';

/** The window of a plan's page. `size`: the exact number of ordered rows, to count from the end; null if unknown. */
export function pageWindow(
  { start, length }: Pick<QueryPlan, 'start' | 'length'>,
  size: number | null,
): Window {
  if (size === null || start <= size / 2 || start >= size) {
    return { fromEnd: false, offset: start, limit: length };
  }

  const limit = Math.min(length, size - start);

  return { fromEnd: true, offset: size - start - limit, limit };
}

/** The rows of a window, always in the order of the plan, and the value of the expression `extra`, selected with them. */
export async function readWindow(
  data: TableQuery,
  window: Window,
  run: QueryRunner,
  extra: RawBuilder<string | null> | null = null,
): Promise<WindowRows> {
  const rows = await run(compileWindow(data, window, extra));

  if (window.fromEnd) {
    rows.reverse();
  }
  if (!extra) {
    return { rows, extra: null };
  }
  if (rows.length === 0) {
    const [alone] = await run(
      sql<{ value: string | null }>`select ${extra} as value`.compile(data.runtime.db),
    );

    return { rows, extra: alone?.value ?? null };
  }

  return {
    // Copied without it: V8 reads objects slowly after a property was deleted.
    rows: rows.map(({ [extraAlias]: _extra, ...row }) => row as AnyRow),
    extra: rows[0]?.[extraAlias] as string | null,
  };
}

function compileWindow(
  data: TableQuery,
  window: Window,
  extra: RawBuilder<string | null> | null,
): CompiledQuery<AnyRow> {
  const { plan, query, resolve, runtime, context, compiledPages } = data;
  const key =
    compiledPages &&
    JSON.stringify([
      plan.search,
      plan.filters,
      // Decides when a day starts; nothing else in a query depends on the zone.
      filtersOf(plan.filters).some(isByDate) ? context.timeZone : null,
      plan.order,
      window,
      extra === data.counter.reading,
      extra === null,
    ]);
  const known = key === null ? undefined : compiledPages?.get(key);

  if (known) {
    return known;
  }

  const compiled = pageQuery(
    query,
    {
      conditions: conditionsOf(data),
      branches: branchesOf(data),
      order: window.fromEnd ? reverseOrder(plan.order) : plan.order,
      offset: window.offset,
      limit: window.limit,
      extra: extra?.as(extraAlias) ?? null,
    },
    resolve,
    runtime.dialect,
  ).compile();

  if (key !== null) compiledPages?.set(key, compiled);

  return compiled;
}

function isByDate({ filter }: FilterPlan): boolean {
  return filter.kind !== 'text' && filter.type === 'date';
}
