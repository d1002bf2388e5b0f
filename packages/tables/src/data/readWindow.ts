import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../definition/defineTable.ts';
import { reverseOrder } from '../plan/planQuery.ts';
import type { FilterPlan, QueryPlan } from '../plan/QueryPlan.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/TableQuery.ts';
import { pageQuery } from '../query/pageQuery.ts';
import type { QueryRunner } from '../query/QueryRunner.ts';

/** A stretch of the ordered rows, reached from its nearer end. */
export interface Window {
  readonly fromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface WindowRows {
  readonly rows: AnyRow[];
  /** What `beside` told in the snapshot of the rows. */
  readonly beside: string | null;
}

const besideAlias = 'rowhouseBeside';

/** The window of a plan's page. `size`, the exact number of ordered rows, allows to come from the end; null when not known. */
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

/** The rows of a window, always in the order of the plan; with the value of one expression, selected `beside` them. */
export async function readWindow(
  data: TableQuery,
  window: Window,
  run: QueryRunner,
  beside: RawBuilder<string | null> | null = null,
): Promise<WindowRows> {
  const rows = await run(compileWindow(data, window, beside));

  if (window.fromEnd) {
    rows.reverse();
  }
  if (!beside) {
    return { rows, beside: null };
  }
  if (rows.length === 0) {
    const [alone] = await run(
      sql<{ told: string | null }>`select ${beside} as told`.compile(data.runtime.db),
    );

    return { rows, beside: alone?.told ?? null };
  }

  return {
    // Copied without it: rows that a property was deleted from are slow in all that follows.
    rows: rows.map(({ [besideAlias]: _beside, ...row }) => row as AnyRow),
    beside: rows[0]?.[besideAlias] as string | null,
  };
}

function compileWindow(
  data: TableQuery,
  window: Window,
  beside: RawBuilder<string | null> | null,
): CompiledQuery<AnyRow> {
  const { plan, query, resolve, runtime, context, compiledPages } = data;
  const key =
    compiledPages &&
    JSON.stringify([
      plan.search,
      plan.filters,
      // Where a day begins; nothing else in a query depends on the zone.
      plan.filters.some(isByDate) ? context.timeZone : null,
      plan.order,
      window,
      beside === data.counter.reading,
      beside === null,
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
      extra: beside?.as(besideAlias) ?? null,
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
