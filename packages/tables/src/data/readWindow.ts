import { type RawBuilder, sql } from 'kysely';
import type { AnyRow } from '../definition/TableContext.ts';
import { reverseOrder } from '../plan/planQuery.ts';
import { type FilterPlan, conditionsOf as filtersOf, type QueryPlan } from '../plan/QueryPlan.ts';
import type { CompiledPage } from '../prepare/prepareQuery.ts';
import { branchesOf, conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import type { QueryRunner } from '../query/cancellable.ts';
import type { Builder } from '../query/HostQuery.ts';
import { type PageAnchor, pageQuery } from '../query/pageQuery.ts';
import { keysIn, type Observed } from '../runtime/Observation.ts';

/** A range of the ordered rows, with its offset counted from the nearer end. */
export interface Window {
  readonly fromEnd: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Read from there; `offset` is counted from the start. */
  readonly anchor?: PageAnchor;
}

/** What a statement selects with its rows, for its observation. */
export interface ToObserve {
  readonly reading?: RawBuilder<string | null> | null;
  /** Otherwise the snapshot is named only if rows rely on keys. */
  readonly snapshot?: boolean;
}

const snapshotAlias = 'rowhouseSnapshot';
const readingAlias = 'rowhouseReading';

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

/** The rows of a window, always in the order of the plan. */
export async function readWindow(
  data: TableQuery,
  window: Window,
  run: QueryRunner,
  toObserve: ToObserve = {},
): Promise<Observed<AnyRow[]>> {
  const { statement, omitsJoins } = compileWindow(data, window, toObserve);
  const read = await run(statement);
  const { [snapshotAlias]: snapshot = null, [readingAlias]: reading = null } = (read[0] ?? {}) as Beside;
  const hasMore = snapshotAlias in (read[0] ?? {}) || readingAlias in (read[0] ?? {});
  const rows = hasMore ? read.map(withoutBeside) : read;
  if (window.fromEnd) rows.reverse();

  const keys = omitsJoins ? keysIn(snapshot, data.query.reliesOn, data.runtime) : 'held';
  const wanted = toObserve.reading;
  const seen = {
    snapshot,
    keys,
    reading: rows.length === 0 && wanted ? await readAlone(data, wanted, run) : reading,
  };

  return { value: rows, seen };
}

interface Beside {
  readonly [snapshotAlias]?: string | null;
  readonly [readingAlias]?: string | null;
}

/** A copy: V8 reads objects slowly after a property was deleted. */
function withoutBeside({ [snapshotAlias]: _snapshot, [readingAlias]: _reading, ...row }: AnyRow & Beside) {
  return row as AnyRow;
}

async function readAlone({ runtime }: TableQuery, reading: RawBuilder<string | null>, run: QueryRunner) {
  const [row] = await run(sql<{ value: string | null }>`select ${reading} as value`.compile(runtime.db));

  return row?.value ?? null;
}

function compileWindow(data: TableQuery, window: Window, toObserve: ToObserve): CompiledPage {
  const { plan, query, resolve, runtime, context, compiledPages } = data;
  const key =
    compiledPages &&
    JSON.stringify([
      plan.search,
      plan.filters,
      // Decides when a day starts; nothing else in a query depends on the zone.
      filtersOf(plan.filters).some(isByDate) ? context.timeZone : null,
      plan.order,
      [window.fromEnd, window.offset, window.limit, window.anchor?.key],
      toObserve.snapshot,
      Boolean(toObserve.reading),
    ]);
  const known = key === null ? undefined : compiledPages?.get(key);

  if (known) {
    return known;
  }

  const { builder, omitsJoins } = pageQuery(
    query,
    {
      conditions: conditionsOf(data),
      branches: branchesOf(data),
      order: window.fromEnd ? reverseOrder(plan.order) : plan.order,
      offset: window.offset,
      limit: window.limit,
      anchor: window.anchor ?? null,
    },
    resolve,
    runtime.dialect,
  );
  const { snapshot } = runtime.dialect.rowCounts;
  const beside = [
    ...(snapshot && (toObserve.snapshot || omitsJoins) ? [snapshot.as(snapshotAlias)] : []),
    ...(toObserve.reading ? [toObserve.reading.as(readingAlias)] : []),
  ];
  const compiled = {
    statement: beside.reduce((rows, expression) => rows.select(expression) as Builder, builder).compile(),
    omitsJoins,
  };

  if (key !== null) compiledPages?.set(key, compiled);

  return compiled;
}

function isByDate({ filter }: FilterPlan): boolean {
  return filter.kind !== 'text' && filter.type === 'date';
}
