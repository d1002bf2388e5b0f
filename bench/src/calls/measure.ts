import type { Contender } from './contenders.ts';
import type { LogDatabase } from './database.ts';
import type { Run, State } from './processes/protocol.ts';
import type { Started } from './startProcess.ts';

/** One contender in one round. */
export interface Figures {
  readonly perSecond: number;
  /** Microseconds of the contender's process for each call. */
  readonly cpu: number;
  /** Of what is logged; null without a log. */
  readonly log: LogFigures | null;
}

export interface LogFigures {
  readonly calls: number;
  /** Written while calls were made, each second. */
  readonly perSecond: number;
  readonly written: number;
  readonly dropped: number;
  /** Seconds to write what waited when the calls were over. */
  readonly emptied: number;
  /** Microseconds of the process for each record that was written then. */
  readonly cpu: number;
}

export interface Series {
  readonly contender: Contender;
  readonly rounds: Figures[];
}

/** Of load, before it is looked whether the log is full; and how often, at most. */
const filling = { seconds: 0.5, times: 40 };

/**
 * Lets the contender work, and then its log; the log's rows are counted. `broken`: calls that
 * are broken off at the end of a run, at most: they are in the log, too. @throws when the rows are not what was made.
 */
export async function measure(
  {
    contender,
    process,
    broken = 0,
  }: { readonly contender: Contender; readonly process: Started; readonly broken?: number },
  database: LogDatabase,
  { seconds, work }: { readonly seconds: number; readonly work: (seconds: number) => Promise<Run> },
): Promise<Figures> {
  const start = await process.state();
  const filled = contender.isLasting ? await fill(process, work) : [];
  const before = filled.length === 0 ? start : await process.state();
  const run = await work(seconds);
  const after = await process.state();
  const perSecond = run.calls / run.seconds;
  const cpu = (after.cpu - before.cpu) / run.calls;
  if (!contender.isLogged) return { perSecond, cpu, log: null };

  const began = performance.now();
  const end = await process.flush();
  const emptied = (performance.now() - began) / 1_000;
  const runs = [...filled, run];
  const calls = runs.reduce((sum, each) => sum + each.calls, 0);
  const [written, dropped] = [end.written - start.written, end.dropped - start.dropped];
  await check({ contender, database, calls, broken: runs.length * broken, written, dropped, end });

  return {
    perSecond,
    cpu,
    log: {
      calls,
      perSecond: (after.written - before.written) / run.seconds,
      written,
      dropped,
      emptied,
      cpu: (end.cpu - after.cpu) / Math.max(1, end.written - after.written),
    },
  };
}

/** Until calls are dropped. @throws when the log keeps up. */
async function fill(process: Started, work: (seconds: number) => Promise<Run>): Promise<Run[]> {
  const { dropped } = await process.state();
  const runs: Run[] = [];
  while (runs.length < filling.times) {
    runs.push(await work(filling.seconds));
    if ((await process.state()).dropped > dropped) return runs;
  }
  throw new Error('The log keeps up with this load.');
}

async function check(found: {
  readonly contender: Contender;
  readonly database: LogDatabase;
  readonly calls: number;
  readonly broken: number;
  readonly written: number;
  readonly dropped: number;
  readonly end: State;
}): Promise<void> {
  const { contender, database, calls, broken, written, dropped, end } = found;
  const rows = await database.take();
  const known = written + dropped;
  const isWhole = known >= calls && known <= calls + broken;
  if (rows === written && isWhole && end.failed === 0 && end.waiting === 0) return;

  throw new Error(
    `${contender.name}: ${calls} calls, ${written} written, ${dropped} dropped, ${end.failed} refused, ` +
      `${end.waiting} wait, and ${rows} rows in the database.`,
  );
}
