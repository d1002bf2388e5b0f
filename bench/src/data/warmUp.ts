import { Agent } from 'node:http';
import type { Case } from './cases.ts';
import { send } from './send.ts';
import type { RunningContender } from './startContender.ts';
import { verySlow } from './verySlow.ts';

/** Seconds of full load before a server is measured: one that has been running has compiled its hot code. */
const seconds = 3;
/** Milliseconds above which compiled code makes no difference to a response. */
const slow = 20;

/** Runs the quick cases under load, so that what is measured afterwards is a server as it is after its first minute. */
export async function warmUp(
  cases: readonly Case[],
  { contender, address }: RunningContender,
  connections: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  for (const { queries } of cases) {
    const request = contender.request(queries[0]!);
    const first = performance.now();
    await send(address, request, agent);
    if (performance.now() - first > verySlow) continue;
    const begin = performance.now();
    await send(address, request, agent);
    if (performance.now() - begin > slow) continue;

    const end = performance.now() + seconds * 1000;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < end) await send(address, request, agent);
      }),
    );
  }

  agent.destroy();
}
