import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from './contenders.ts';
import type { LogDatabase } from './database.ts';
import type { State } from './processes/protocol.ts';
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

/** Milliseconds between two looks, and looks at most: whether the log is full, and whether all calls have ended. */
const looking = { pause: 250, times: 80 };

/** What a contender is measured with. */
export interface Load {
  /** Begins to work, and returns what ends it. */
  begin(process: Started): Promise<() => Promise<void>>;
  /** Before what is measured: whoever has just been idle is slower. */
  readonly warmSeconds: number;
  readonly seconds: number;
}

/**
 * Lets the contender work, and then its log; the log's rows are counted. Measured is a part of a load that goes on: at its
 * beginning and end, a contender has time for what it had put off. @throws when the rows are not what was made.
 */
export async function measure(
  contender: Contender,
  process: Started,
  database: LogDatabase,
  { begin, warmSeconds, seconds }: Load,
): Promise<Figures> {
  const start = await process.ask('state');
  const end = await begin(process);
  await wait(warmSeconds * 1_000);
  if (contender.isLasting) await untilState(process, ({ dropped }) => dropped > start.dropped);
  const before = await process.ask('state');
  const began = performance.now();
  await wait(seconds * 1_000);
  const after = await process.ask('state');
  const measured = (performance.now() - began) / 1_000;
  await end();

  const calls = after.calls - before.calls;
  const perSecond = calls / measured;
  const cpu = (after.cpu - before.cpu) / calls;
  if (!contender.isLogged) return { perSecond, cpu, log: null };

  const full = await process.ask('state');
  const emptying = performance.now();
  await process.ask('flush');
  const emptied = (performance.now() - emptying) / 1_000;
  // Who was broken off at the end is in the log, too, when the server has seen it.
  const last = await untilState(process, (state) => known(state) === state.calls && state.waiting === 0);
  const rows = await database.take();
  const written = last.written - start.written;
  if (rows !== written || last.failed > 0) {
    throw new Error(`${contender.name}: ${written} written, ${last.failed} refused, ${rows} rows.`);
  }
  return {
    perSecond,
    cpu,
    log: {
      calls: last.calls - start.calls,
      perSecond: (after.written - before.written) / measured,
      written,
      dropped: last.dropped - start.dropped,
      emptied,
      cpu: (last.cpu - full.cpu) / Math.max(1, last.written - full.written),
    },
  };
}

/** Calls whose records are written, dropped or wait. */
function known({ written, dropped, waiting }: State): number {
  return written + dropped + waiting;
}

/** @throws when it does not come to that. */
async function untilState(process: Started, isSo: (state: State) => boolean): Promise<State> {
  let state = await process.ask('state');
  for (let look = 0; !isSo(state); look++) {
    if (look === looking.times) {
      throw new Error(`The log neither fills nor empties: ${JSON.stringify(state)}.`);
    }
    await wait(looking.pause);
    state = await process.ask('state');
  }
  return state;
}
