import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.fixture.ts';
import type { Stage } from './Stage.fixture.ts';

/** A fault of the plan: seconds since the load has begun. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
}

/** A fault as it was: milliseconds of the clock. */
export interface FaultWindow {
  readonly fault: Fault;
  readonly from: number;
  readonly to: number;
  /** Milliseconds from its end until what it has kept away was done again; null when it never was. */
  readonly recovery: number | null;
}

/** Only a fault that nothing recovers from waits as long. */
const recoveryPatience = 600_000;

/**
 * Lets the faults begin and end by the plan, and responses when each was. On a slow machine they are later, and as long:
 * none begins before those that it comes after by the plan are over.
 */
export function runTimeline(stage: Stage, plan: readonly PlannedFault[]): Promise<readonly FaultWindow[]> {
  const began = Date.now();
  const ends = plan.map(() => Promise.withResolvers<void>());
  const run = async ({ fault, from, to }: PlannedFault, n: number): Promise<FaultWindow> => {
    try {
      const earlier = plan.flatMap((other, m) => (other.to <= from ? [ends[m]?.promise] : []));
      await wait(Math.max(0, began + from * 1_000 - Date.now()));
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

/** Looks for the first success after the end: its time, or null as long as there is none. */
async function signOf({ sign }: Fault, stage: Stage): Promise<(end: number) => Promise<number | null>> {
  const { db, smtp, ledger } = stage;
  const mailsBefore = smtp.mails.length;
  const held = sign === 'interrupted job' ? stage.jobs.filter(({ hasEnded }) => !hasEnded) : [];

  return async (end) => {
    switch (sign) {
      case 'mail':
        return smtp.mails.length > mailsBefore ? Date.now() : null;
      case 'interrupted job':
        return held.every(({ hasEnded }) => hasEnded) ? Date.now() : null;
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
