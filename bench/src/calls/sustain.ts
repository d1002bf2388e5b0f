import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Child } from '../harness/child.ts';
import { type Section, thousands } from '../harness/report.ts';
import type { State } from './processes/process.ts';
import type { Processes } from './processes.ts';

interface Load {
  readonly title: string;
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
export async function sustain(
  processes: Processes,
  seconds: number,
  rate: number,
): Promise<readonly Section[]> {
  const beside = { seconds: Math.min(seconds, besideSeconds), isBesideBare: true };
  const loads: readonly Load[] = [
    { title: 'does nothing, alone', rate, seconds, reads: false, isBesideBare: false },
    { title: 'does nothing, next to bare Fastify', rate: rate * 0.4, reads: false, ...beside },
    { title: 'reads a page, next to bare Fastify', rate: rate * 0.2, reads: true, ...beside },
  ];
  const sustained: Sustained[] = [];
  for (const load of loads) sustained.push(await measure(processes, load));

  return [
    {
      heading: 'Inbound: a steady load',
      text:
        'The route takes an order as JSON and returns a shipment; where it reads a page, it also reads 25 of 10,000 rows and counts some. ' +
        'A machine that cannot keep up with the requested calls makes fewer; “made” has their number.',
      table: {
        head: [
          'route',
          'seconds',
          'calls a second, requested',
          'made',
          'calls',
          'kept',
          'dropped',
          'MB at first',
          'at the end',
        ],
        rows: sustained.map(({ load, logged: { first, last }, end }) => {
          const made = (last.calls - first.calls) / load.seconds;
          const counts = [load.seconds, load.rate, made, end.calls, end.log.written, end.log.dropped];
          return [
            load.title,
            ...counts.map(thousands),
            ...[first, last].map(({ rss }) => thousands(rss / 2 ** 20)),
          ];
        }),
      },
    },
    {
      heading: 'Inbound: processor time of each call, in microseconds',
      text: 'The serving threads are on one processor core; the thread of the log is on any.',
      table: {
        head: ['route', 'serving thread', 'bare Fastify', 'other threads'],
        rows: sustained.map(({ load, logged, bare }) => {
          const serving = cost(logged, 'servingCpu');
          return [
            load.title,
            serving.toFixed(1),
            bare === null ? '–' : cost(bare, 'servingCpu').toFixed(1),
            (cost(logged, 'cpu') - serving).toFixed(1),
          ];
        }),
      },
    },
  ];
}

async function measure({ start, checkLog }: Processes, load: Load): Promise<Sustained> {
  const { seconds, rate, reads, isBesideBare } = load;
  const logged = await start('server', { kind: 'logged', reads });
  const bare = isBesideBare ? await start('server', { kind: 'bare', reads }) : null;
  const servers = bare === null ? [logged] : [logged, bare];
  const callers: Child[] = [];
  for (const { ready } of servers) {
    const caller = await start('caller', { kind: 'prepared', address: ready });
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
  for (const process of [...callers, ...servers]) await process.stop();
  console.log(`${load.title}: ${end.log.written} of ${end.calls} calls logged`);
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
