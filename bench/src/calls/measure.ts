import { setTimeout as wait } from 'node:timers/promises';
import type { Contender } from './contenders.ts';
import type { LogDatabase } from './database.ts';
import type { State } from './processes/protocol.ts';
import type { Started } from './startProcess.ts';

/** One contender at work. */
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

export interface Entrant {
  readonly contender: Contender;
  readonly process: Started;
}

/** What entrants are measured with. */
export interface Load {
  /** Begins to work, and returns what ends it. */
  begin(process: Started): Promise<() => Promise<void>>;
  /** Before what is measured: programs are slower at first. */
  readonly warmSeconds: number;
  readonly seconds: number;
}

/** Milliseconds between two looks, and looks at most: whether the log is full, and whether all calls have ended. */
const looking = { pause: 250, times: 80 };

/**
 * Runs all of them at the same time, and then their logs; the rows of the one that has a log are counted. Measured is a part of
 * a continuous load: at its beginning and end, a contender has time for deferred work. @throws if the rows are
 * not what was made.
 */
export async function measure(
  entrants: readonly Entrant[],
  database: LogDatabase,
  { begin, warmSeconds, seconds }: Load,
): Promise<readonly Figures[]> {
  const states = () => Promise.all(entrants.map(({ process }) => process.ask('state')));
  const starts = await states();
  const ends = await Promise.all(entrants.map(({ process }) => begin(process)));
  await wait(warmSeconds * 1_000);
  for (const [index, { contender, process }] of entrants.entries()) {
    const { dropped = 0 } = starts[index] ?? {};
    if (contender.isLasting) await untilState(process, (state) => state.dropped > dropped);
  }
  const before = await states();
  const began = performance.now();
  await wait(seconds * 1_000);
  const after = await states();
  const measured = (performance.now() - began) / 1_000;
  await Promise.all(ends.map((end) => end()));

  const all: Figures[] = [];
  for (const [index, entrant] of entrants.entries()) {
    const [start, first, last] = [starts[index], before[index], after[index]];
    if (start === undefined || first === undefined || last === undefined)
      throw new Error('A state is missing.');
    const calls = last.calls - first.calls;
    all.push({
      perSecond: calls / measured,
      cpu: (last.cpu - first.cpu) / calls,
      log: entrant.contender.isLogged
        ? await emptied(entrant, start, (last.written - first.written) / measured, database)
        : null,
    });
  }
  return all;
}

/** Has the log write what waits, and counts its rows. */
async function emptied(
  { contender, process }: Entrant,
  start: State,
  perSecond: number,
  database: LogDatabase,
): Promise<LogFigures> {
  const full = await process.ask('state');
  const began = performance.now();
  await process.ask('flush');
  const emptied = (performance.now() - began) / 1_000;
  // Who was broken off at the end is in the log, too, when the server has seen it.
  const last = await untilState(process, (state) => known(state) === state.calls && state.waiting === 0);
  const rows = await database.take();
  const written = last.written - start.written;
  if (rows !== written || last.failed > 0) {
    throw new Error(`${contender.name}: ${written} written, ${last.failed} refused, ${rows} rows.`);
  }
  const dropped = last.dropped - start.dropped;
  if (dropped > 0 && contender.keepsAll)
    throw new Error(`${contender.name} had no room for ${dropped} records.`);

  return {
    calls: last.calls - start.calls,
    perSecond,
    written,
    dropped,
    emptied,
    cpu: (last.cpu - full.cpu) / Math.max(1, last.written - full.written),
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
