import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cores } from '../cores.ts';
import { thousands } from '../thousands.ts';
import type { LogDatabase } from './database.ts';
import type { Settings, State } from './processes/protocol.ts';
import type { Started } from './startProcess.ts';

export interface SustainOptions {
  readonly seconds: number;
  /** Calls a second, of each server. */
  readonly rate: number;
}

interface States {
  readonly logged: State;
  /** Null if the logging server is alone. */
  readonly bare: State | null;
}

type Sample = States & { readonly second: number };

type Start = (file: string, settings: Partial<Settings>) => Promise<Started>;

interface Load extends SustainOptions {
  readonly reads: boolean;
  /** Whether bare Fastify gets the same calls at the same time. */
  readonly isBesideBare: boolean;
}

interface Sustained {
  readonly load: Load;
  readonly first: States;
  readonly seen: readonly Sample[];
  /** After the log is written. */
  readonly end: State;
  readonly isPinned: boolean;
}

const samples = 20;
/** Until V8 has compiled what is used. */
const warmSeconds = 8;
const core = '0';
/** The loads of two servers on one core: calls a second for one of the other load, and seconds at most. */
const beside = { plain: 0.4, reading: 0.2, seconds: 60 };

/**
 * A server that logs each call gets a steady load, alone. Then it and bare Fastify get the same calls at the same time, fewer,
 * with a route that does nothing and with one that reads a page of a table. The serving threads are on one processor core;
 * the thread of the log is on any.
 */
export async function sustain(start: Start, database: LogDatabase, options: SustainOptions): Promise<string> {
  const seconds = Math.min(options.seconds, beside.seconds);
  const loads: readonly Load[] = [
    { ...options, reads: false, isBesideBare: false },
    { seconds, rate: options.rate * beside.plain, reads: false, isBesideBare: true },
    { seconds, rate: options.rate * beside.reading, reads: true, isBesideBare: true },
  ];
  const sustained: Sustained[] = [];
  for (const load of loads) sustained.push(await measure(start, database, load));

  return report(sustained, database, options);
}

async function measure(start: Start, database: LogDatabase, load: Load): Promise<Sustained> {
  const { seconds, rate, reads, isBesideBare } = load;
  const logged = await start('server', { kind: 'logged', reads });
  const bare = isBesideBare ? await start('server', { kind: 'bare', reads }) : null;
  const servers = [logged, bare].filter((server) => server !== null);
  const states = async (): Promise<States> => ({
    logged: await logged.ask('state'),
    bare: (await bare?.ask('state')) ?? null,
  });
  const callers: Started[] = [];
  for (const { address } of servers) {
    const caller = await start('caller', { kind: 'prepared', address });
    await caller.ask('begin', rate);
    callers.push(caller);
  }
  await wait(warmSeconds * 1_000);
  const isPinned = servers.every(({ id }) => pinServingThread(id));
  const first = await states();
  const began = performance.now();
  const seen: Sample[] = [];
  for (let index = 1; index <= samples; index += 1) {
    await wait(Math.max(0, began + (index / samples) * seconds * 1_000 - performance.now()));
    const second = (performance.now() - began) / 1_000;
    const sample = { second, ...(await states()) };
    seen.push(sample);
    const { written, waiting, dropped, rss } = sample.logged;
    console.log(
      `${second.toFixed(0)} s: ${written} written, ${waiting} waiting, ${dropped} dropped, ${megabytes(rss)} MB`,
    );
  }
  for (const caller of callers) await caller.ask('end');
  await logged.ask('flush');
  const end = await logged.ask('state');
  const rows = await database.take();
  if (rows !== end.written)
    throw new Error(`${end.written} records were written, and there are ${rows} rows.`);
  for (const process of [...callers, ...servers]) await process.stop();

  return { load, first, seen, end, isPinned };
}

/** The main thread of a process on one core, its others on any. @returns whether the system can do that */
function pinServingThread(id: number): boolean {
  if (process.platform !== 'linux') return false;
  const threads = readdirSync(`/proc/${id}/task`).filter((thread) => thread !== String(id));
  const isFree = threads.every((thread) => taskset('0-1023', thread) || taskset(allCores, thread));

  return isFree && taskset(core, String(id));
}

const allCores = `0-${navigator.hardwareConcurrency - 1}`;

function taskset(list: string, thread: string): boolean {
  return spawnSync('taskset', ['-c', '-p', list, thread]).status === 0;
}

function report(
  sustained: readonly Sustained[],
  { version, compression }: LogDatabase,
  { seconds, rate }: SustainOptions,
): string {
  const lines = (sustained[0]?.seen ?? []).map(
    ({ second, logged: { calls, written, dropped, waiting, rss, heapUsed } }) =>
      `| ${second.toFixed(0)} | ${thousands(calls)} | ${thousands(written)} | ${thousands(dropped)} | ${thousands(waiting)} | ${megabytes(rss)} | ${megabytes(heapUsed)} |`,
  );

  return `# The log of API calls, ${thousands(rate)} calls a second

Written by \`npm run bench -- calls --sustain ${seconds} --rate ${rate}\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}; callers, servers and PostgreSQL on the same machine. PostgreSQL ${version}, payloads compressed by ${compression}, Node ${process.versions.node}.
- A server with \`apiActionLogger\` and a log that is written by a thread of its own, with the default buffer of 50,000 records, gets ${thousands(rate)} calls a second for ${seconds} seconds. The route takes an order as JSON and returns a shipment, and nothing else.
- Then it and bare Fastify get the same calls at the same time, so that their costs can be compared: with this route, and with one that also reads 25 of 10,000 rows and counts some.
- ${sustained.every(({ isPinned }) => isPinned) ? 'The serving threads are on one processor core; the thread of the log is on any.' : 'The threads are on any processor core.'}
- A machine that cannot keep up with the calls that are wanted makes fewer; “made” has their number.
- At the end the rows of the database are counted: as many as were written, each with its request and response, and none with the token.

| route | seconds | calls a second, wanted | made | calls | kept | dropped | refused |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${sustained.map(keptLine).join('\n')}

Processor time of each call, in microseconds:

| route | serving thread | bare Fastify | more | bare to logged | other threads |
| --- | ---: | ---: | ---: | ---: | ---: |
${sustained.map(costLine).join('\n')}

Over time, alone:

| second | calls | written | dropped | waiting | memory, MB | heap of the serving thread, MB |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}

function titleOf({ reads, isBesideBare }: Load): string {
  return `${reads ? 'reads a page' : 'does nothing'}, ${isBesideBare ? 'beside bare Fastify' : 'alone'}`;
}

function keptLine({ load, first, seen, end }: Sustained): string {
  const last = seen.at(-1);
  const made = last === undefined ? 0 : (last.logged.calls - first.logged.calls) / last.second;
  const counts = [load.rate, made, end.calls, end.written, end.dropped, end.failed];

  return `| ${titleOf(load)} | ${load.seconds} | ${counts.map((count) => thousands(Math.round(count))).join(' | ')} |`;
}

function costLine({ load, first, seen }: Sustained): string {
  const last = seen.at(-1) ?? first;
  const cost = (from: State, to: State, of: 'cpu' | 'servingCpu') =>
    (to[of] - from[of]) / (to.calls - from.calls);
  const logged = cost(first.logged, last.logged, 'servingCpu');
  const rest = cost(first.logged, last.logged, 'cpu') - logged;
  const bare = first.bare && last.bare ? cost(first.bare, last.bare, 'servingCpu') : null;
  const compared =
    bare === null
      ? ['–', '–', '–']
      : [bare.toFixed(1), (logged - bare).toFixed(1), (bare / logged).toFixed(2)];

  return `| ${titleOf(load)} | ${logged.toFixed(1)} | ${compared.join(' | ')} | ${rest.toFixed(1)} |`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
