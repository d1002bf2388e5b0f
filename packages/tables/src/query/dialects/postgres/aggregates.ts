import { type Expression, type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../../../definition/defineTable.ts';
import type { HostQuery } from '../../HostQuery.ts';
import type { QueryRunner } from '../../QueryRunner.ts';

export function sum(column: Expression<unknown>) {
  return { text: sql<string | null>`cast(sum(${column}) as text)`, scale: 0 };
}

/** The planner's figure: the rows counted at the last ANALYZE, scaled by the table's present size. */
export async function estimateRows(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  run: QueryRunner,
): Promise<number | null> {
  const [answer] = await run(
    sql<Record<string, { Plan: { 'Plan Rows': number } }[]>>`explain (format json) ${query.builder}`.compile(
      db,
    ),
  );

  // The only column, which plugins may have renamed.
  return Object.values(answer ?? {})[0]?.[0]?.Plan['Plan Rows'] ?? null;
}
