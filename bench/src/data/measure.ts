import autocannon from 'autocannon';
import { Agent, type Dispatcher, request } from 'undici';
import type { Child } from '../harness/child.ts';
import { quantile } from '../harness/statistics.ts';
import type { Case } from './cases.ts';
import type { Contender, ContenderRequest } from './contenders.ts';

export interface RunningContender {
  readonly contender: Contender;
  readonly process: Child;
}

export interface Load {
  readonly connections: number;
  /** Of a request after the other, and as many of full load. */
  readonly seconds: number;
}

export interface Figures {
  /** Milliseconds, one request at a time. */
  readonly p50: number;
  readonly p95: number;
  /** Concurrent requests per second; null if a single one takes too long. */
  readonly perSecond: number | null;
  /** Milliseconds of processor time of the server for each of these requests. */
  readonly processor: number | null;
}

/** Milliseconds above which a case is measured two times only, and not under load. */
const verySlow = 2000;
/** Milliseconds above which compiled code makes no difference to a response. */
const slow = 20;
/** A huge table may take minutes to sort. */
const patient = { headersTimeout: 0, bodyTimeout: 0 };
/** Seconds of full load before a case is measured: a server that has been running has compiled its hot code. */
const warmSeconds = 3;

export async function measure(target: RunningContender, item: Case, load: Load): Promise<Figures> {
  const alone = await measureAlone(target, item, load.seconds);
  if (alone.p50 > verySlow) return { ...alone, perSecond: null, processor: null };

  return { ...alone, ...(await measureLoad(target, item, load, alone.p50)) };
}

/** Runs the quick cases under load, so that a server is measured as it is after its first minute. */
export async function warmUp(
  target: RunningContender,
  cases: readonly Case[],
  connections: number,
): Promise<void> {
  const agent = new Agent({ connections, ...patient });
  for (const { queries } of cases) {
    const [query] = queries;
    if (query === undefined) continue;
    const sendOne = () => send(target.process.ready, target.contender.request(query), agent);
    const first = performance.now();
    await sendOne();
    if (performance.now() - first > verySlow) continue;
    const second = performance.now();
    await sendOne();
    if (performance.now() - second > slow) continue;

    const end = performance.now() + warmSeconds * 1000;
    const sending = async () => {
      while (performance.now() < end) await sendOne();
    };
    await Promise.all(Array.from({ length: connections }, sending));
  }
  await agent.close();
}

/** One request after another over one connection: at most 300 or `seconds`, but no fewer than 5. */
async function measureAlone({ contender, process }: RunningContender, { queries }: Case, seconds: number) {
  const agent = new Agent({ connections: 1, ...patient });
  const requests = queries.map((query) => contender.request(query));
  const times: number[] = [];
  let skipped = 2;
  const end = performance.now() + seconds * 1000;
  const isEnough = () => times.length >= ((times[0] ?? 0) > verySlow ? 2 : 5);
  for (let i = 0; i < 300 + skipped && (!isEnough() || performance.now() < end); i++) {
    const begin = performance.now();
    await send(process.ready, requests[i % requests.length]!, agent);
    const took = performance.now() - begin;
    // A request that takes this long is not faster the second time.
    if (took > verySlow) skipped = 0;
    if (i >= skipped) times.push(took);
  }
  await agent.close();

  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/**
 * Requests per second over `connections`: a number of requests that should take about `seconds`, but one for each connection
 * at least. A number rather than a time, so that every request gets a response: what a server still does for disconnected
 * clients would disturb the next measurement.
 */
async function measureLoad(
  { contender, process }: RunningContender,
  item: Case,
  { connections, seconds }: Load,
  alone: number,
): Promise<{ perSecond: number; processor: number }> {
  const amount = Math.max(connections, Math.ceil((1.5 * seconds * 1000) / alone));
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const before = await processorTime(process);
  const begin = performance.now();
  // autocannon itself looks at the clock once a second only.
  let last = begin;
  const load = autocannon(
    {
      url: process.ready,
      connections,
      amount,
      timeout: 120,
      requests: item.queries.map((query) => contender.request(query)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  load.on('response', () => {
    last = performance.now();
  });
  const { errors, non2xx } = await promise;
  if (errors > 0 || non2xx > 0)
    throw new Error(`${contender.name}, ${item.id}: ${errors} errors, ${non2xx} failures`);

  return {
    perSecond: amount / ((last - begin) / 1000),
    processor: ((await processorTime(process)) - before) / amount,
  };
}

/** Milliseconds since the start of the process. */
async function processorTime(process: Child): Promise<number> {
  const { user, system } = await process.ask<NodeJS.CpuUsage>('processor time');

  return (user + system) / 1000;
}

/** Sends one request and reads the whole response. Rejects on any status but 200. */
export async function send(
  address: string,
  { path, ...sent }: ContenderRequest,
  dispatcher?: Dispatcher,
): Promise<string> {
  const { statusCode, body } = await request(address + path, { ...sent, dispatcher });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${sent.method} ${path}: ${statusCode} ${text.slice(0, 500)}`);

  return text;
}
