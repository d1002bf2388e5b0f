import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../harness/child.ts';
import { inTurns } from '../harness/inTurns.ts';
import { fixed, type Section, tableOf } from '../harness/report.ts';
import type { State } from './processes/process.ts';
import type { Processes } from './processes.ts';

interface Load {
  readonly name: string;
  /** Calls a second, of each server. */
  readonly rate: number;
  readonly seconds: number;
  /** Whether each request reads a page of a table. */
  readonly reads: boolean;
  /** Whether bare Fastify gets the same calls at the same time. */
  readonly isBesideBare: boolean;
}

/** Of a server at the beginning and at the end of a load. */
interface Period {
  readonly first: State;
  readonly last: State;
}

interface Sustained {
  readonly load: Load;
  readonly logged: Period;
  /** Null if the logging server is alone. */
  readonly bare: Period | null;
  /** After the log is written. */
  readonly end: State;
}

/** Until V8 has compiled what is used. */
const warmSeconds = 8;
/** Seconds at most of the loads of two servers on one core. */
const besideSeconds = 60;

/**
 * A server that logs each call gets a steady load, alone. Then it and bare Fastify get the same calls at the same time, fewer,
 * with a route that does nothing and with one that reads a page of a table. The serving threads are on one processor core;
 * the thread of the log is on any.
 */
export async function sustain(processes: Processes, seconds: number, rate: number): Promise<Section> {
  const beside = { seconds: Math.min(seconds, besideSeconds), isBesideBare: true };
  const loads: readonly Load[] = [
    { name: 'does nothing, alone', rate, seconds, reads: false, isBesideBare: false },
    { name: 'does nothing, next to bare Fastify', rate: rate * 0.4, reads: false, ...beside },
    { name: 'reads a page, next to bare Fastify', rate: rate * 0.2, reads: true, ...beside },
  ];
  const measured = await inTurns(
    1,
    loads,
    (load) => measure(processes, load),
    ({ end }) => `${end.log.written} of ${end.calls} calls logged`,
    { warmUp: false },
  );

  return {
    heading: 'Inbound: a steady load',
    text:
      'The route takes an order as JSON and returns a shipment; where it reads a page, it also reads 25 of 10,000 rows and counts some. ' +
      'A machine that cannot keep up with the requested calls makes fewer; “made” has their number. ' +
      'The serving threads are on one processor core, the thread of the log on any; microseconds of processor time are those of a call.',
    table: tableOf(measured, [
      { head: 'seconds', of: ({ load }) => load.seconds },
      { head: 'calls a second, requested', of: ({ load }) => load.rate },
      { head: 'made', of: ({ load, logged: { first, last } }) => (last.calls - first.calls) / load.seconds },
      { head: 'calls', of: ({ end }) => end.calls },
      { head: 'kept', of: ({ end }) => end.log.written },
      { head: 'dropped', of: ({ end }) => end.log.dropped },
      { head: 'MB at first', of: ({ logged }) => logged.first.rss / 2 ** 20 },
      { head: 'at the end', of: ({ logged }) => logged.last.rss / 2 ** 20 },
      { head: 'µs of the serving thread', of: ({ logged }) => cost(logged, 'servingCpu'), write: fixed(1) },
      { head: 'of bare Fastify', of: ({ bare }) => bare && cost(bare, 'servingCpu'), write: fixed(1) },
      {
        head: 'of other threads',
        of: ({ logged }) => cost(logged, 'cpu') - cost(logged, 'servingCpu'),
        write: fixed(1),
      },
    ]),
  };
}

async function measure({ start, checkLog }: Processes, load: Load): Promise<Sustained> {
  const { seconds, rate, reads, isBesideBare } = load;
  await using logged = await start('server', { kind: 'logged', reads });
  await using bare = isBesideBare ? await start('server', { kind: 'bare', reads }) : null;
  await using running = new AsyncDisposableStack();
  const servers = bare === null ? [logged] : [logged, bare];
  const callers: Child[] = [];
  for (const { ready } of servers) {
    const caller = running.use(await start('caller', { kind: 'prepared', address: ready }));
    await caller.ask({ ask: 'begin', rate });
    callers.push(caller);
  }
  const states = () => Promise.all(servers.map((server) => server.ask<State>({ ask: 'state' })));
  await wait(warmSeconds * 1_000);
  for (const { id } of servers) pinServingThread(id);
  const first = await states();
  await wait(seconds * 1_000);
  const last = await states();
  for (const caller of callers) await caller.ask({ ask: 'end' });
  const end = await checkLog(logged);
  const period = (index: number): Period => ({ first: first[index]!, last: last[index]! });

  return { load, logged: period(0), bare: bare === null ? null : period(1), end };
}

/** Microseconds of each call. */
function cost({ first, last }: Period, of: 'cpu' | 'servingCpu'): number {
  return (last[of] - first[of]) / (last.calls - first.calls);
}

/** The main thread of a process on the first core, its others on any. @throws if the system cannot do that: Linux, with `taskset` */
function pinServingThread(id: number): void {
  const cores = `0-${navigator.hardwareConcurrency - 1}`;
  for (const thread of readdirSync(`/proc/${id}/task`)) {
    const list = thread === String(id) ? '0' : cores;
    if (spawnSync('taskset', ['-c', '-p', list, thread]).status !== 0)
      throw new Error('taskset could not keep the serving threads on one core.');
  }
}
