import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { dialectOf, currentTable as table } from './apiLogs.ts';

export interface RemoveBodiesOptions {
  /** Headers and bodies of calls created before this time are removed. */
  readonly before: Date;
  /** Calls until this time are not looked at: those of an earlier run. Defaults to all calls. */
  readonly after?: Date;
  /** Calls looked at per statement. Defaults to 2,000. */
  readonly step?: number;
  /** Milliseconds between two steps. Defaults to 0. */
  readonly pause?: number;
  /** Stops after the current step. */
  readonly signal?: AbortSignal;
}

/**
 * Removes headers and bodies (`payload`) of old calls, oldest first, in short statements, and keeps the calls. Returns the
 * number of calls that had some.
 *
 * The calls are found by their time, so that no index is needed, and each run looks at every call since `after`. Pass the
 * `before` of the last run, less the time that a call may wait to be written.
 */
export async function removeCallBodies<DB>(
  db: Kysely<DB>,
  { before, after, step = 2_000, pause = 0, signal }: RemoveBodiesOptions,
): Promise<number> {
  if (!Number.isInteger(step) || step < 1)
    throw new RangeError(`step is ${step}. Use a whole number from 1.`);
  const { asText, time } = dialectOf(db);
  // Text, since a Date has no microseconds.
  let last: unknown = after === undefined ? null : time(after);
  let removed = 0;

  while (!signal?.aborted) {
    const later = last === null ? sql`` : sql`and created_at > ${last}`;
    const { rows } = await sql<{ end: string | null }>`
      select ${asText(sql`max(created_at)`)} as ${sql.ref('end')} from (
        select created_at from ${sql.table(table)} where created_at < ${time(before)} ${later}
        order by created_at limit ${sql.lit(step)}
      ) as step`.execute(db);
    const end = rows[0]?.end ?? null;
    if (end === null) break;
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set payload = null
      where created_at <= ${end} ${later} and payload is not null`.execute(db);
    removed += Number(numAffectedRows);
    last = end;
    if (pause > 0) await wait(pause, null, { signal }).catch(() => undefined);
  }

  return removed;
}
