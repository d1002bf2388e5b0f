import autocannon from 'autocannon';
import { callerHeaders, order, pathOf } from './orders.ts';

/** Different orders that are sent in turn, on each connection. */
const orders = 200;

/** More seconds than any load lasts. */
const longest = 600;

/** Calls a server without a pause, until the returned function is called, which rejects if a response was not 200. */
export function beginLoad(address: string, connections: number): () => Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const load = autocannon(
    {
      url: address,
      connections,
      duration: longest,
      requests: Array.from({ length: orders }, (_, index) => ({
        method: 'POST' as const,
        path: pathOf(index),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'example/1.0',
          ...callerHeaders(index),
        },
        body: JSON.stringify(order(index)),
      })),
    },
    (error, { errors, non2xx }) => {
      if (error) reject(error);
      else if (errors + non2xx === 0) resolve();
      else reject(new Error(`${address}: ${errors} errors, and ${non2xx} answers other than 2xx.`));
    },
  );
  return () => {
    load.stop();
    return promise;
  };
}
