import { type Kysely, sql } from 'kysely';
import type { Database } from '../kernel/database/Database.ts';

export interface RunJobsOptions {
  /** Also runs jobs that were sent for a later time. False by default. */
  readonly scheduled?: boolean;
  /** Milliseconds after which it rejects; 30,000 by default. */
  readonly timeout?: number;
}

/** A job whose attempts are used up. */
export interface FailedJob {
  readonly kind: string;
  readonly data: unknown;
  /** Message of the last error. */
  readonly error: string;
}

interface OpenJob {
  readonly queue: string;
  readonly kind: string | null;
  readonly state: string;
}

/**
 * Waits until the workers of the service have run every job, and the jobs that these sent. Further attempts do not wait for
 * their delay.
 *
 * @throws Error that names the jobs which have not ended in time.
 */
export async function runJobs(
  db: Kysely<Database>,
  { scheduled = false, timeout = 30_000 }: RunJobsOptions = {},
): Promise<void> {
  const end = Date.now() + timeout;
  for (;;) {
    const states = scheduled ? ['retry', 'created'] : ['retry'];
    await sql`
      update jobs.job set start_after = now()
      where state::text = any(${states}) and start_after > now()`.execute(db);
    const open = await openJobs(db);
    if (open.length === 0) return;
    if (Date.now() >= end) throw new Error(`Jobs have not ended within ${timeout} ms: ${list(open)}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function openJobs(db: Kysely<Database>): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select name as queue, data->>'kind' as kind, state::text as state from jobs.job
    where state::text in ('retry', 'active') or state::text = 'created' and start_after <= now()
    order by created_on`.execute(db);

  return rows;
}

function list(jobs: readonly OpenJob[]): string {
  return jobs.map(({ queue, kind, state }) => `${kind ?? 'unknown'} in ${queue} (${state})`).join(', ');
}

/** Jobs that have failed for good, in the order in which they were sent. */
export async function failedJobs(db: Kysely<Database>): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select data->>'kind' as kind, data->'data' as data,
      coalesce(output->>'message', output->'value'->>'message', output::text, '') as error
    from jobs.job where state::text = 'failed' order by created_on`.execute(db);

  return rows;
}
