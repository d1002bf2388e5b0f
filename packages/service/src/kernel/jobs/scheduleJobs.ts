import type { JobKind } from './Jobs.ts';
import { type JobEnvelope, type JobLog, laneOf, type OpenJobs } from './openJobs.ts';

/** A job that is sent at certain times. */
export interface ScheduledJob {
  readonly kind: JobKind<object>;
  /** Five fields. */
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly missed: 'skip' | 'once';
}

/**
 * Stores when jobs are sent, for all workers on the database, and removes the times of jobs that no longer exist. pg-boss
 * sends each once, whichever workers notice a due time.
 */
export async function scheduleJobs(
  { boss }: Pick<OpenJobs, 'boss'>,
  scheduled: readonly ScheduledJob[],
  log: JobLog,
): Promise<void> {
  const current = new Set<string>();
  for (const { kind, cron, timeZone, missed } of scheduled) {
    const queue = laneOf(kind.queue, kind.lane);
    const envelope: JobEnvelope = { kind: kind.name, data: {} };
    await boss.schedule(queue, cron, envelope, { tz: timeZone, key: kind.name, missed });
    current.add(`${queue} ${kind.name}`);
  }
  for (const { name, key } of await boss.getSchedules()) {
    if (current.has(`${name} ${key}`)) continue;
    await boss.unschedule(name, key);
    log('info', `No longer scheduled: ${key}`);
  }
}
