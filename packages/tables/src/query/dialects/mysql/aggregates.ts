import { type Expression, type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../../../definition/defineTable.ts';
import type { HostQuery } from '../../HostQuery.ts';
import type { QueryRunner } from '../../QueryRunner.ts';

export function sum(column: Expression<unknown>) {
  return { text: sql<string | null>`cast(sum(${column}) as char)`, scale: 0 };
}

/** InnoDB's own figure for a table; it has none for a query. */
export async function estimateRows(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  run: QueryRunner,
): Promise<number | null> {
  if (query.wholeTable === null) {
    return null;
  }

  const [row] = await run(
    sql<{ estimate: number | string | null }>`
      select table_rows as estimate from information_schema.tables
      where table_schema = ${query.wholeTable.schema} and table_name = ${query.wholeTable.name}`.compile(db),
  );
  const estimate = row?.estimate;

  return estimate === null || estimate === undefined ? null : Number(estimate);
}
