import { type Expression, type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../../../definition/defineTable.ts';
import type { HostQuery } from '../../HostQuery.ts';

export function sum(column: Expression<unknown>) {
  return { text: sql<string | null>`cast(sum(${column}) as text)`, scale: 0 };
}

/** The planner's figure: the rows counted at the last ANALYZE, scaled by the table's present size. */
export async function estimateRows(_db: Kysely<AnyDatabase>, query: HostQuery): Promise<number | null> {
  const [answer] = await query.builder.explain<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>('json');

  return answer?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? null;
}
