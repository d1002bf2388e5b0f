import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Entry } from './Ledger.fixture.ts';
import { loadJobs } from './load/loadJobs.fixture.ts';
import { loadCalls, loadData } from './load/loadRequests.fixture.ts';
import { loadUploads } from './load/loadUploads.fixture.ts';
import type { Stage } from './Stage.fixture.ts';
import { openStage } from './surroundings/openStage.fixture.ts';
import { type FaultWindow, type PlannedFault, runTimeline } from './timeline.fixture.ts';
import { checkCalls } from './verify/checkCalls.fixture.ts';
import { checkFiles } from './verify/checkFiles.fixture.ts';
import { checkJobs, checkMails } from './verify/checkJobs.fixture.ts';
import { checkProcesses, type MemoryOf } from './verify/checkProcesses.fixture.ts';
import { type Checked, checkRequests, type Fact } from './verify/checkRequests.fixture.ts';
import { checkRows } from './verify/checkRows.fixture.ts';

/** A part of the run: where files are stored, the minimum duration of the load, and the faults. */
export interface Act {
  readonly name: string;
  readonly storage: 's3' | 'disk';
  readonly seconds: number;
  /** Milliseconds between two requests for table data. Defaults to 90. */
  readonly pageEvery?: number;
  readonly plan: readonly PlannedFault[];
}

export interface ActResult {
  readonly act: Act;
  /** When the load started, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly windows: readonly FaultWindow[];
  readonly entries: readonly Entry[];
  readonly memory: readonly MemoryOf[];
  readonly facts: readonly Fact[];
  readonly findings: readonly string[];
}

/** How long mails, retries and polled jobs may take after the load has ended. */
const drainMilliseconds = 600_000;

/** Runs the act on a separate service, and checks the results. */
export async function runAct(act: Act): Promise<ActResult> {
  const stage = await openStage(act.storage);
  try {
    const end = new AbortController();
    const startedAt = Date.now();
    const load = Promise.all([
      loadData(stage, end.signal, act.pageEvery),
      loadCalls(stage, end.signal),
      loadUploads(stage, end.signal),
      loadJobs(stage, 'export', end.signal),
      loadJobs(stage, 'action', end.signal),
    ]);
    const [windows, before] = await Promise.all([
      runTimeline(stage, act.plan),
      wait(4_000).then(() => memoryOf(stage)),
      wait(act.seconds * 1_000),
    ]).finally(() => end.abort());
    await load;
    await Promise.all(stage.following);
    await untilDrained(stage);
    const after = await memoryOf(stage);
    const memory = after.map(({ name, megabytes }) => ({
      name,
      before: before.find((one) => one.name === name)?.megabytes ?? null,
      after: megabytes,
    }));
    const checks: Checked[] = [];
    for (const check of [checkJobs, checkRows, checkFiles, checkMails, checkCalls])
      checks.push(await check(stage));
    const entries = stage.ledger.entries;
    checks.unshift(checkRequests(entries, windows));
    checks.push(await checkProcesses(stage, memory), recovered(windows));

    return {
      act,
      startedAt,
      windows,
      entries,
      memory,
      facts: checks.flatMap(({ facts }) => facts),
      findings: checks.flatMap(({ findings }) => findings),
    };
  } finally {
    await stage.destroy();
  }
}

function recovered(windows: readonly FaultWindow[]): Checked {
  const missing = windows.filter(({ recovery }) => recovery === null);

  return {
    facts: [],
    findings: missing.map(({ fault: { name, sign } }) => `after "${name}" there was no ${sign}`),
  };
}

function memoryOf({ webs, workers }: Stage) {
  return Promise.all(
    [...webs, ...workers].map(async (one) => ({ name: one.name, megabytes: await one.memory() })),
  );
}

/** Waits until no job is waiting or running in any queue. */
async function untilDrained({ db }: Stage): Promise<void> {
  for (const until = Date.now() + drainMilliseconds; Date.now() < until; await wait(250)) {
    const { rows } = await sql<{ n: string }>`
      select count(*) as n from jobs.job where state in ('created', 'retry', 'active')
        and name in ('heavy', 'notifications', 'avatars', 'heavy.dead', 'notifications.dead', 'avatars.dead')
    `.execute(db);
    if (rows[0]?.n === '0') return;
  }
}
