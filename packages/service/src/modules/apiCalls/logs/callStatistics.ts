import { type Kysely, sql } from 'kysely';
import { timedCache } from '../../../kernel/access/timedCache.ts';
import type { Database } from '../../../kernel/database/Database.ts';

/** One hour of the log. */
export interface HourOfCalls {
  /** When it began; ISO 8601, UTC. */
  readonly hour: string;
  /** Attempts, those that failed among them. */
  readonly calls: number;
  /** Without an answer, or answered outside of 200 to 299. */
  readonly failures: number;
  /** Milliseconds within which 95 of 100 were done; 0 without calls. */
  readonly p95: number;
}

/** How many hours may be asked for. */
export const statisticsHours = { minimum: 1, maximum: 168 } as const;

const hourLength = 3_600_000;
/** How long an answer is given again. */
const fresh = 5_000;
/** After its end, an hour still gets the calls that took long and those that wait to be written. */
const settling = 15 * 60_000;
/** Settled hours are read again after this time, since the log is pruned. */
const kept = hourLength;

/**
 * The figures of the last `hours` hours, the current one last. Equal questions asked at once are one query, and answers
 * are up to five seconds old. Of an hour that is over the figures are kept in memory, so that pages that stay open read
 * the last hour or two of the log, whatever they show.
 */
export function callStatistics(
  db: Kysely<Database>,
  now: () => number = Date.now,
): (hours: number) => Promise<readonly HourOfCalls[]> {
  const settled = new Map<number, { readonly figures: HourOfCalls; readonly until: number }>();

  async function read(hours: number): Promise<readonly HourOfCalls[]> {
    const asked = now();
    const current = asked - (asked % hourLength);
    const begins = Array.from({ length: hours }, (_, index) => current - (hours - 1 - index) * hourLength);

    for (const [begin, { until }] of settled) if (until <= asked) settled.delete(begin);
    const known = new Map([...settled].map(([begin, { figures }]) => [begin, figures]));
    const missing = begins.filter((begin) => !known.has(begin));

    for (const figures of await readHours(db, missing)) {
      const begin = Date.parse(figures.hour);
      known.set(begin, figures);
      if (begin + hourLength + settling <= asked) settled.set(begin, { figures, until: asked + kept });
    }

    return begins.flatMap((begin) => known.get(begin) ?? []);
  }

  const answers = timedCache({ milliseconds: fresh, load: read, now });

  return (hours) => answers.get(hours);
}

/** Each hour by itself: its durations are few enough to be sorted in memory, and are read of the index alone. */
async function readHours(db: Kysely<Database>, begins: readonly number[]): Promise<HourOfCalls[]> {
  const { rows } = await sql<{ hour: Date; calls: string; failures: string; p95: string | null }>`
    select hour, calls, failures, p95
    from unnest(${begins.map((begin) => new Date(begin))}::timestamptz[]) as hours(hour)
    cross join lateral (
      select count(*) as calls,
        count(*) filter (where status is null or status not between 200 and 299) as failures,
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
