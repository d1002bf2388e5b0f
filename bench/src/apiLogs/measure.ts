import { Agent } from 'node:http';
import { send } from '../data/send.ts';
import type { Case } from './cases.ts';
import type { ReceivedResponse } from './contenders.ts';
import type { LogQuery } from './LogQuery.ts';
import type { RunningServer } from './startServer.ts';

/** Milliseconds. */
export interface Figures {
  readonly p50: number;
  readonly p95: number;
}

/** Of one case, by the number of calls in the log and the contender: `10000000 rowhouse`. */
export type Measured = ReadonlyMap<string, Figures>;

function keyOf({ rows, contender }: Pick<RunningServer, 'rows' | 'contender'>): string {
  return `${rows} ${contender.name}`;
}

const agent = new Agent({ keepAlive: true });

/** Sends one request and reads the whole response. Rejects on any status but 200. */
export async function ask(server: RunningServer, query: LogQuery): Promise<ReceivedResponse> {
  return server.contender.read(JSON.parse(await sendQuery(server, query)));
}

/**
 * One request after another. The servers take turns request by request, each round another one first, so that noise
 * of the machine hits all alike.
 */
export async function measureCase(
  servers: readonly RunningServer[],
  { counted, queriesOf }: Pick<Case, 'counted'> & { queriesOf(rows: number): readonly LogQuery[] },
  requests: number,
): Promise<Measured> {
  const times = new Map(servers.map((server) => [keyOf(server), [] as number[]]));
  const warmUp = 100;
  // Counts take a second or so of a large log.
  const rounds = counted ? Math.min(requests, 60) : requests + warmUp;

  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < servers.length; turn++) {
      const server = servers[(round + turn) % servers.length];
      if (server === undefined) continue;
      const queries = queriesOf(server.rows);
      const query = queries[round % queries.length] ?? {};
      const begin = performance.now();
      await sendQuery(server, query);
      if (counted || round >= warmUp) times.get(keyOf(server))?.push(performance.now() - begin);
    }
  }

  return new Map([...times].map(([key, values]) => [key, figuresOf(values)]));
}

/** The nearest rank of each. */
export function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;

  return { p50: at(0.5), p95: at(0.95) };
}

function sendQuery({ address, contender }: RunningServer, query: LogQuery): Promise<string> {
  return send(
    address,
    {
      method: 'POST',
      path: contender.path,
      body: JSON.stringify(contender.body(query)),
      headers: { 'content-type': 'application/json' },
    },
    agent,
  );
}
