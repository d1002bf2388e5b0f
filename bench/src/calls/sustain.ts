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

interface Sample {
  readonly second: number;
  readonly logged: State;
  readonly bare: State;
}

const samples = 20;
/** Until V8 has compiled what is used. */
const warmSeconds = 8;
const core = '0';

/**
 * Two servers get the same number of calls a second, at the same time: one logs each call, the other is bare Fastify. Their
 * serving threads are on the same processor core; the thread of the log is on any.
 */
export async function sustain(
  start: (file: string, settings: Partial<Settings>) => Promise<Started>,
  database: LogDatabase,
  { seconds, rate }: SustainOptions,
): Promise<string> {
  const servers = {
    logged: await start('server', { kind: 'logged' }),
    bare: await start('server', { kind: 'bare' }),
  };
  const states = async () => ({
    logged: await servers.logged.ask('state'),
    bare: await servers.bare.ask('state'),
  });
  const callers: Started[] = [];
  for (const { address } of Object.values(servers)) {
    const caller = await start('caller', { kind: 'undici', address });
    await caller.ask('begin', rate);
    callers.push(caller);
  }
  await wait(warmSeconds * 1_000);
  const isPinned = Object.values(servers).every(({ id }) => pinServingThread(id));
  const first = await states();
  const began = performance.now();
  const seen: Sample[] = [];
  for (let index = 1; index <= samples; index += 1) {
    await wait(Math.max(0, began + (index / samples) * seconds * 1_000 - performance.now()));
    const second = (performance.now() - began) / 1_000;
    seen.push({ second, ...(await states()) });
    const { logged } = seen.at(-1) ?? first;
    console.log(
      `${second.toFixed(0)} s: ${logged.written} written, ${logged.waiting} waiting, ${logged.dropped} dropped, ${megabytes(logged.rss)} MB`,
    );
  }
  for (const caller of callers) await caller.ask('end');
  await servers.logged.ask('flush');
  const end = await servers.logged.ask('state');
  const rows = await database.take();
  if (rows !== end.written)
    throw new Error(`${end.written} records were written, and there are ${rows} rows.`);

  return report(first, seen, end, { isPinned, seconds, rate });
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
  first: { readonly logged: State; readonly bare: State },
  seen: readonly Sample[],
  end: State,
  { isPinned, seconds, rate }: SustainOptions & { readonly isPinned: boolean },
): string {
  const last = seen.at(-1);
  if (last === undefined) throw new Error('There are no samples.');
  const serving = (kind: 'logged' | 'bare') =>
    (last[kind].servingCpu - first[kind].servingCpu) / (last[kind].calls - first[kind].calls);
  const [logged, bare] = [serving('logged'), serving('bare')];
  const rest = (last.logged.cpu - first.logged.cpu) / (last.logged.calls - first.logged.calls) - logged;
  const lines = seen.map(
    ({ second, logged: { calls, written, dropped, waiting, rss, heapUsed } }) =>
      `| ${second.toFixed(0)} | ${thousands(calls)} | ${thousands(written)} | ${thousands(dropped)} | ${thousands(waiting)} | ${megabytes(rss)} | ${megabytes(heapUsed)} |`,
  );

  return `# The log of API calls, ${thousands(rate)} calls a second

Written by \`npm run bench -- calls --sustain ${seconds} --rate ${rate}\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}; callers, servers and PostgreSQL on the same machine. Node ${process.versions.node}.
- Two servers get ${thousands(rate)} calls a second each, at the same time: one with \`apiActionLogger\` and a log that is written by a thread of its own, with the default buffer of 10,000 records; the other is bare Fastify. The route takes an order as JSON and returns a shipment, and nothing else.
- ${isPinned ? 'Both serving threads are on one processor core; the thread of the log is on any.' : 'The threads are on any processor core.'}
- At the end the rows of the database are counted: as many as were written, each with its request and response, and none with the token.

| calls | kept | dropped | refused | serving thread, µs a call | bare Fastify | more | other threads, µs a call |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| ${thousands(end.calls)} | ${thousands(end.written)} | ${thousands(end.dropped)} | ${thousands(end.failed)} | ${logged.toFixed(1)} | ${bare.toFixed(1)} | ${(logged - bare).toFixed(1)} | ${rest.toFixed(1)} |

Over time:

| second | calls | written | dropped | waiting | memory, MB | heap of the serving thread, MB |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}
`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0);
}
