import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RecordRequest } from './parseRecord.ts';

/** Requests of the last minutes, so that a repeated one changes nothing again where changes are not kept. */
const remembered = { max: 5_000, ttl: 600_000 };

/** Runs each request once in this process: a repetition, by its key, has the same outcome. One that fails may be repeated. */
export function repeatedRequests<Outcome extends object>() {
  const outcomes = new LRUCache<string, Promise<Outcome>>(remembered);

  return (key: string | null, run: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = (key !== null && outcomes.get(key)) || run();
    if (key !== null) {
      outcomes.set(key, outcome);
      outcome.catch(() => outcomes.delete(key));
    }

    return outcome;
  };
}

/**
 * The same for repetitions of a request only: another user cannot guess it, and reads the rows by his own query. Null without an
 * identifier.
 */
export function requestKey(
  table: string,
  { requestId, params }: Pick<RecordRequest, 'requestId' | 'params'>,
  content: unknown,
): string | null {
  if (requestId === null) return null;

  return createHash('sha256')
    .update(JSON.stringify([table, requestId, content, params ?? null]))
    .digest('hex');
}
