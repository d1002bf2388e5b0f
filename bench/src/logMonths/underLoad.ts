import { createCallLog } from '@rowhouse/integrations';
import pg from 'pg';

/** The load on a log during an operation, and its result. */
export interface Load {
  /** Calls added to the log as the service does, from a thread of its own. */
  readonly logged: number;
  /** Of those, dropped by the full buffer or refused by the database. */
  readonly refused: number;
  /** Single INSERTs, one after another, without a second attempt. */
  readonly inserted: number;
  readonly failed: readonly string[];
  /** Milliseconds. */
  readonly longestInsert: number;
  readonly medianInsert: number;
  readonly pages: number;
  readonly longestPage: number;
}

const logDatabase = new URL('../../../packages/service/src/modules/apiCalls/logDatabase.ts', import.meta.url);

/** Logs `perSecond` calls a second, inserts single rows and reads first pages, all at the same time, during `work`. */
export async function underLoad(url: string, perSecond: number, work: () => Promise<void>): Promise<Load> {
  const log = createCallLog({ database: { module: logDatabase, options: { url } } });
  let logged = 0;
  const began = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; logged < due; logged += 1) log.add(callOf(logged));
  }, 20);
  const stopped = new AbortController();
  const inserts = repeat(url, insert, stopped.signal);
  const pages = repeat(url, page, stopped.signal);
  try {
    await work();
  } finally {
    stopped.abort();
    clearInterval(timer);
  }
  const [insertTimes, pageTimes] = await Promise.all([inserts, pages]);
  await log.flush();
  const { written } = log.state;
  await log.close();
  const sorted = insertTimes.times.toSorted((a, b) => a - b);

  return {
    logged,
    refused: logged - written,
    inserted: insertTimes.times.length,
    failed: [...insertTimes.failed, ...pageTimes.failed],
    longestInsert: sorted.at(-1) ?? 0,
    medianInsert: sorted[sorted.length >> 1] ?? 0,
    pages: pageTimes.times.length,
    longestPage: Math.max(0, ...pageTimes.times),
  };
}

const insert = `insert into api_logs (call_id, url, method, "try", direction, duration, payload)
  values (gen_random_uuid(), 'https://api.bench.example/probe', 'GET', 1, 'Inbound', 1, '{}')`;
const page = 'select id, url, status from api_logs order by created_at desc, id desc limit 10';

/** One statement after another, a hundredth of a second apart. */
async function repeat(
  url: string,
  statement: string,
  signal: AbortSignal,
): Promise<{ times: number[]; failed: string[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times: number[] = [];
  const failed: string[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    try {
      await client.query(statement);
      times.push(performance.now() - began);
    } catch (error) {
      failed.push((error as Error).message);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await client.end();

  return { times, failed };
}

function callOf(number: number): Parameters<ReturnType<typeof createCallLog>['add']>[0] {
  return {
    callId: crypto.randomUUID(),
    userId: null,
    route: `bench.route${1 + (number % 149)}`,
    url: `https://api.bench.example/load/${number}`,
    payload: {
      request: { headers: { accept: 'application/json' }, body: { order: number, note: 'a'.repeat(60) } },
      response: { headers: { 'content-type': 'application/json' }, body: { id: number } },
    },
    method: 'GET',
    status: 200,
    error: null,
    try: 1,
    direction: 'Outbound',
    duration: 12.5,
    createdAt: new Date(),
  };
}
