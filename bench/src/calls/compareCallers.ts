import { setTimeout as wait } from 'node:timers/promises';
import { inTurns } from '../harness/inTurns.ts';
import { digits, type Section, thousands } from '../harness/report.ts';
import { median, medianOf } from '../harness/statistics.ts';
import type { State } from './processes/process.ts';
import type { Processes } from './processes.ts';

interface Figures {
  readonly perSecond: number;
  /** Microseconds of the contender's process for each call. */
  readonly cpu: number;
}

/** The first one is the floor. `kind` is what its process does. */
const contenders = [
  { kind: 'undici', name: 'undici', description: 'bare `undici.request`, the JSON of its response read' },
  { kind: 'fetch', name: 'fetch', description: 'the same by undici’s `fetch`' },
  {
    kind: 'action',
    name: 'Action',
    description: '`new Action(endpoint, client).handle()`, its JSON read; no log',
  },
  {
    kind: 'logged',
    name: 'Action, logged',
    description: 'the same with `createCallLog`, which writes to PostgreSQL by a thread of its own',
  },
];

/** Seconds of the same load before a measurement: V8 compiles what is used. */
const warmSeconds = 4;
/** Room in the log for all calls of a measurement: a dropped record costs less than a kept one. */
const capacity = 400_000;

/** Callers without a pause take turns, each time with new processes: two processes of one program may differ by 5 %. */
export async function compareCallers(
  processes: Processes,
  seconds: number,
  rounds: number,
): Promise<Section> {
  const measured = await inTurns(
    rounds,
    contenders,
    ({ kind }) => measure(processes, kind, seconds),
    ({ perSecond, cpu }) => `${digits(perSecond)}/s, ${digits(cpu)} µs`,
    { warmUp: false },
  );
  const floor = [...measured.values()][0] ?? [];
  const ratio = (all: readonly Figures[], of: (figures: Figures) => number) => {
    const each = all.map((figures, round) => of(figures) / of(floor[round] ?? figures));
    return `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})`;
  };

  return {
    heading: 'Outbound',
    text: contenders.map(({ name, description }) => `- **${name}**: ${description}.`).join('\n'),
    table: {
      head: ['', 'calls/s', 'to undici', 'its processor time each, µs', 'to undici'],
      rows: [...measured].map(([{ name }, all]) => [
        name,
        thousands(medianOf(all, ({ perSecond }) => perSecond)),
        ratio(all, ({ perSecond }) => perSecond),
        medianOf(all, ({ cpu }) => cpu).toFixed(1),
        ratio(all, ({ cpu }) => cpu),
      ]),
    },
  };
}

async function measure({ start, checkLog }: Processes, kind: string, seconds: number): Promise<Figures> {
  await using partner = await start('server', { kind: 'bare' });
  await using caller = await start('caller', { kind, address: partner.ready, capacity });
  await caller.ask({ ask: 'begin', rate: null });
  await wait(warmSeconds * 1_000);
  const before = await caller.ask<State>({ ask: 'state' });
  const began = performance.now();
  await wait(seconds * 1_000);
  const after = await caller.ask<State>({ ask: 'state' });
  const measured = (performance.now() - began) / 1_000;
  await caller.ask({ ask: 'end' });
  if (kind === 'logged') {
    const { calls, log } = await checkLog(caller);
    if (calls !== log.written) throw new Error(`${log.written} of ${calls} calls were logged.`);
  }
  const calls = after.calls - before.calls;

  return { perSecond: calls / measured, cpu: (after.cpu - before.cpu) / calls };
}
