import { isUnavailable } from '@rowhouse/drivers';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { areRecords, type IdentifiedRecord, tableOf } from '../edit/records.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { takesOthers, takingKeys } from '../related/takesOthers.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { type RecordPlan, recordAnchor } from './RecordPlan.ts';
import { softColumn, softDeletion } from './softDeletion.ts';

/** What is kept of records that are deleted. */
export interface Keeping {
  /** The column that marks them as deleted, or all. */
  readonly columns: readonly string[];
  /** Whether the record would be restored without other rows, so that it is not kept; null if none is. */
  readonly takesOthers: RawBuilder<SqlBool> | null;
}

/** The record in `takesOthers`. */
const alias = 'rowhouse_record';

/** Null if changes of the user are not kept. Call it outside of transactions. */
export async function keepingOf(plan: Pick<RecordPlan, 'query' | 'record'>): Promise<Keeping | null> {
  const { query, record } = plan;
  const columns = keptColumns(plan);
  if (!(await query.runtime.changes.keeps(query.context.user))) return null;
  const isSoft = softColumn(query.table) !== undefined;

  return { columns, takesOthers: isSoft ? null : await takesOthers(query, record, alias) };
}

/** Throws `tables.invalid_query` if the records cannot be marked as deleted. */
export function keptColumns(plan: Pick<RecordPlan, 'query' | 'record'>): readonly string[] {
  const soft = softColumn(plan.query.table);

  return soft === undefined ? [...plan.record.table.columns.keys()] : [softDeletion(plan, soft)[0]];
}

/** Exact texts of the columns of a locked record, as it is before it is deleted; null if it is not kept. */
export async function readKept(
  rawDb: Kysely<AnyDatabase>,
  dialect: Dialect,
  { record, ids }: IdentifiedRecord,
  { columns, takesOthers: isTaking }: Keeping,
): Promise<readonly (string | null)[] | null> {
  const selected = columns.map(
    (column, index) =>
      sql`${dialect.recordIds.text(sql.id(alias, column), record.table.columns.get(column))} as ${sql.id(`text${index}`)}`,
  );
  const takes = isTaking === null ? sql.lit(0) : sql`case when ${isTaking} then 1 else 0 end`;
  const isMeant = areRecords(record, [ids], dialect, ({ column }) => sql.id(alias, column));
  const { rows } = await sql<Record<string, string | number | bigint | null>>`
    select ${takes} as takes_others, ${sql.join(selected)} from ${tableOf(record)} as ${sql.id(alias)}
    where ${isMeant} ${sql.raw(dialect.rowCounts.lock)}`.execute(rawDb);
  const [isTaken, ...texts] = Object.values(rows[0] ?? {});
  if (texts.length < columns.length || Number(isTaken) === 1) return null;

  return texts.map((text) => (text === null ? null : String(text)));
}

/** Whether deletions may also delete or change other rows, so that they cannot be undone; true if the query is not known without params. */
export async function mayTakeOthers(queries: TableQueries, user: unknown): Promise<boolean> {
  try {
    const query = await queries.prepare({}, user, null, { usesKeys: false });
    const isSoft = softColumn(query.table) !== undefined;

    return !isSoft && (await takingKeys(query, recordAnchor(query).table)).length > 0;
  } catch (error) {
    if (isUnavailable(error) && !isOfApplication(error)) throw error;

    return true;
  }
}
