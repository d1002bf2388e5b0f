import { type Kysely, sql } from 'kysely';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { HourOfCalls } from '../messages.ts';

/** How many hours may be requested. */
export const statisticsHours = { minimum: 1, maximum: 168 } as const;

const hourLength = 3_600_000;
/** How long a result is cached. */
const cacheTime = 5_000;
/** An hour still receives slow and buffered calls for this time after its end. */
const settling = 15 * 60_000;
/** Settled hours are read again after this time, since the log is pruned. */
const keepSettled = hourLength;

/**
 * The statistics of the last `hours` hours, the current one last. Concurrent equal requests share one query, and results
 * are up to five seconds old. Settled hours are cached, so that an open page reads only the last hour or two of the log.
 */
export function callStatistics(
  db: Kysely<Database>,
  now: () => number = Date.now,
): (hours: number) => Promise<readonly HourOfCalls[]> {
  const settled = new Map<number, { readonly figures: HourOfCalls; readonly until: number }>();

  async function read(hours: number): Promise<readonly HourOfCalls[]> {
    const requestedAt = now();
    const current = requestedAt - (requestedAt % hourLength);
    const starts = Array.from({ length: hours }, (_, index) => current - (hours - 1 - index) * hourLength);

    for (const [start, { until }] of settled) if (until <= requestedAt) settled.delete(start);
    const known = new Map([...settled].map(([start, { figures }]) => [start, figures]));
    const missing = starts.filter((start) => !known.has(start));

    for (const figures of await readHours(db, missing)) {
      const start = Date.parse(figures.hour);
      known.set(start, figures);
      if (start + hourLength + settling <= requestedAt)
        settled.set(start, { figures, until: requestedAt + keepSettled });
    }

    return starts.flatMap((start) => known.get(start) ?? []);
  }

  const cache = timedCache({ milliseconds: cacheTime, load: read, now });

  return (hours) => cache.get(hours);
}

/** Each hour separately: its durations can be sorted in memory, and are read from the index alone. */
async function readHours(db: Kysely<Database>, starts: readonly number[]): Promise<HourOfCalls[]> {
  const { rows } = await sql<{ hour: Date; calls: string; failures: string; p95: string | null }>`
    select hour, calls, failures, p95
    from unnest(${starts.map((start) => new Date(start))}::timestamptz[]) as hours(hour)
    cross join lateral (
      select count(*) as calls,
        count(*) filter (where status is null or (status not between 200 and 299 and status <> 304)) as failures,
        percentile_disc(0.95) within group (order by duration) as p95
      from api_logs
      where created_at >= hour and created_at < hour + interval '1 hour'
    ) as figures`.execute(db);

  return rows.map(({ hour, calls, failures, p95 }) => ({
    hour: hour.toISOString(),
    calls: Number(calls),
    failures: Number(failures),
    p95: Number(p95 ?? 0),
  }));
}
