import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.fixture.ts';
import type { Stage } from './Stage.fixture.ts';

/** A planned fault; seconds since the start of the load. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** A fault as it happened; milliseconds since the epoch. */
export interface FaultWindow {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
  /** Milliseconds from its end until the first success; null without one. */
  readonly recovery: number | null;
}

/** Reached only by a fault without recovery. */
const recoveryPatience = 600_000;

/**
 * Starts and ends the faults by the plan, and returns their times. On a slow machine they start later, with the same
 * duration: none starts before the faults planned before it have ended.
 */
export function runTimeline(stage: Stage, plan: readonly PlannedFault[]): Promise<readonly FaultWindow[]> {
  const startedAt = Date.now();
  const ends = plan.map(() => Promise.withResolvers<void>());
  const run = async ({ fault, from, to }: PlannedFault, n: number): Promise<FaultWindow> => {
    try {
      const earlier = plan.flatMap((other, m) => (other.to <= from ? [ends[m]?.promise] : []));
      await wait(Math.max(0, startedAt + from * 1_000 - Date.now()));
      await Promise.all(earlier);
      const begin = Date.now();
      await fault.begin(stage);
      await wait(Math.max(0, begin + (to - from) * 1_000 - Date.now()));
      const sign = await signOf(fault, stage);
      await fault.end(stage);
      const end = Date.now();
      ends[n]?.resolve();

      return { fault, from: begin, to: end, recovery: await untilSeen(() => sign(end), end) };
    } finally {
      ends[n]?.resolve();
    }
  };

  return Promise.all(plan.map(run));
}

async function untilSeen(isSeen: () => Promise<number | null>, end: number): Promise<number | null> {
  for (; Date.now() < end + recoveryPatience; await wait(50)) {
    const seen = await isSeen().catch(() => null);
    if (seen !== null) return Math.max(0, seen - end);
  }

  return null;
}

/** Finds the first success after the end: its time, or null so far. */
async function signOf({ sign }: Fault, stage: Stage): Promise<(end: number) => Promise<number | null>> {
  const { db, smtp, ledger } = stage;
  const mailsBefore = smtp.mails.length;
  const open = sign === 'interrupted job' ? stage.jobs.filter(({ hasEnded }) => !hasEnded) : [];

  return async (end) => {
    switch (sign) {
      case 'mail':
        return smtp.mails.length > mailsBefore ? Date.now() : null;
      case 'interrupted job':
        return open.every(({ hasEnded }) => hasEnded) ? Date.now() : null;
      case 'export': {
        const row = await db
          .selectFrom('table_jobs')
          .select('finished_at')
          .where('kind', '=', 'export')
          .where('status', '=', 'finalized')
          .where('finished_at', '>', new Date(end))
          .orderBy('finished_at')
          .limit(1)
          .executeTakeFirst();

        return row?.finished_at?.getTime() ?? null;
      }
      default:
        return (
          ledger.entries.find(({ kind, from, status }) => kind === sign && from >= end && status === 200)
            ?.to ?? null
        );
    }
  };
}
