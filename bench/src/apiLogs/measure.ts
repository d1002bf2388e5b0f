import { Agent, request } from 'node:http';
import type { Case } from './cases.ts';
import type { Answer } from './contenders.ts';
import type { LogQuery } from './LogQuery.ts';
import type { RunningServer } from './startServer.ts';

/** Milliseconds. */
export interface Figures {
  readonly p50: number;
  readonly p95: number;
}

/** Of one case, by the number of calls in the log and the contender: `10000000 rowhouse`. */
export type Measured = ReadonlyMap<string, Figures>;

export function keyOf({ rows, contender }: Pick<RunningServer, 'rows' | 'contender'>): string {
  return `${rows} ${contender.name}`;
}

const agent = new Agent({ keepAlive: true });

/** One request and its whole answer, read. Rejects on any status but 200. */
export async function ask(server: RunningServer, query: LogQuery): Promise<Answer> {
  return server.contender.read(JSON.parse(await send(server, query)));
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
      await send(server, query);
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

function send({ address, contender }: RunningServer, query: LogQuery): Promise<string> {
  const body = JSON.stringify(contender.body(query));

  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${address}${contender.path}`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${contender.name} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
