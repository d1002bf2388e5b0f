import autocannon from 'autocannon';
import { callerHeaders, order, pathOf } from './orders.ts';
import type { Run } from './processes/protocol.ts';

/** Different orders that are sent in turn, on each connection. */
const orders = 200;

/** Calls a server, without a pause or `rate` times a second. @throws when an answer is not 200. */
export async function load(
  address: string,
  { seconds, connections, rate }: { seconds: number; connections: number; rate?: number },
): Promise<Run> {
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    requests: Array.from({ length: orders }, (_, index) => ({
      method: 'POST' as const,
      path: pathOf(index),
      headers: { 'content-type': 'application/json', 'user-agent': 'example/1.0', ...callerHeaders(index) },
      body: JSON.stringify(order(index)),
    })),
  });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${address}: ${result.errors} errors, and ${result.non2xx} answers other than 2xx.`);
  }
  return { calls: result['2xx'], seconds: result.duration };
}
