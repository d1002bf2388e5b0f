import { Agent } from 'node:http';
import autocannon from 'autocannon';
import { median } from '../median.ts';
import type { Case } from './cases.ts';
import type { Options } from './options.ts';
import { send } from './send.ts';
import type { RunningContender } from './startContender.ts';
import { verySlow } from './verySlow.ts';
import { warmUp } from './warmUp.ts';

/** Medians of the rounds. */
export interface Figures {
  /** Milliseconds, one request at a time. */
  p50: number;
  p95: number;
  /** Concurrent requests per second; null if a single one takes too long. */
  perSecond: number | null;
  /** Milliseconds of processor time of the server for each of these requests. */
  processor: number | null;
}

/** case id → contender name → figures */
export type Measurements = Map<string, Map<string, Figures>>;

/**
 * Measures in rounds. In each, the contenders take turns case by case, so that noise of the machine hits all
 * alike; every other round goes through them backwards.
 */
export async function measure(
  cases: readonly Case[],
  running: readonly RunningContender[],
  options: Pick<Options, 'rounds' | 'duration' | 'connections'>,
  progress: (line: string) => void,
): Promise<Measurements> {
  const rounds = new Map<string, Map<string, Figures[]>>();
  for (const target of running) {
    const { only } = target.contender;
    await warmUp(
      cases.filter(({ id }) => only === undefined || only.includes(id)),
      target,
      options.connections,
    );
    progress(`warm: ${target.contender.name}`);
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const item of cases) {
      const ofCase = rounds.get(item.id) ?? new Map<string, Figures[]>();
      rounds.set(item.id, ofCase);
      for (const target of round % 2 === 1 ? running : running.toReversed()) {
        const { name, only } = target.contender;
        if (only !== undefined && !only.includes(item.id)) continue;
        const seconds = options.duration / options.rounds;
        const alone = await measureAlone(target, item, seconds);
        const load =
          alone.p50 > verySlow
            ? { perSecond: null, processor: null }
            : await measureLoad(target, item, options.connections, seconds, alone.p50);
        ofCase.set(name, [...(ofCase.get(name) ?? []), { ...alone, ...load }]);
        const { perSecond, processor } = load;
        progress(
          `round ${round}: ${item.id}: ${name}: ${alone.p50.toFixed(2)} ms alone, ${perSecond?.toFixed(1) ?? '–'}/s, ` +
            `${processor?.toFixed(3) ?? '–'} ms of processor time`,
        );
      }
    }
  }
  const summarise = (figures: Figures[]): Figures => ({
    p50: median(figures.map((figure) => figure.p50)),
    p95: median(figures.map((figure) => figure.p95)),
    perSecond: medianOrNull(figures.map(({ perSecond }) => perSecond)),
    processor: medianOrNull(figures.map(({ processor }) => processor)),
  });
  return new Map(
    [...rounds].map(([id, ofCase]) => [
      id,
      new Map([...ofCase].map(([name, figures]) => [name, summarise(figures)])),
    ]),
  );
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length < values.length ? null : median(numbers);
}

/** One request after another over one connection: at most 300 or `seconds`, but no fewer than 5. */
async function measureAlone({ contender, address }: RunningContender, item: Case, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const requests = item.queries.map((query) => contender.request(query));
  const times: number[] = [];
  let warmUp = 2;
  const end = performance.now() + seconds * 1000;
  const enough = () => times.length >= ((times[0] ?? 0) > verySlow ? 2 : 5);
  for (let i = 0; i < 300 + warmUp && (!enough() || performance.now() < end); i++) {
    const begin = performance.now();
    await send(address, requests[i % requests.length]!, agent);
    const took = performance.now() - begin;
    // A request that takes this long is not faster the second time.
    if (took > verySlow) warmUp = 0;
    if (i >= warmUp) times.push(took);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/**
 * Requests per second over `connections`: a number of requests that should take about `seconds`, but one
 * for each connection at least. A number rather than a time, so that every request gets a response: what a
 * server still does for disconnected clients would disturb the next measurement.
 */
async function measureLoad(
  { contender, address, processorTime }: RunningContender,
  item: Case,
  connections: number,
  seconds: number,
  alone: number,
): Promise<{ perSecond: number; processor: number }> {
  const amount = Math.max(connections, Math.ceil((1.5 * seconds * 1000) / alone));
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const spent = await processorTime();
  const begin = performance.now();
  // autocannon itself looks at the clock once a second only.
  let last = begin;
  const load = autocannon(
    {
      url: address,
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
  if (errors > 0 || non2xx > 0) {
    throw new Error(`${contender.name}, ${item.id}: ${errors} errors, ${non2xx} failures`);
  }
  return {
    perSecond: amount / ((last - begin) / 1000),
    processor: ((await processorTime()) - spent) / amount,
  };
}
