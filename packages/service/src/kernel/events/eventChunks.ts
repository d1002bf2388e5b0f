import { randomUUID } from 'node:crypto';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const maxBytes = 7_000;
/** Of JSON, of which a character takes at most three bytes in another one. */
const maxCharacters = 2_200;

/** A part of an event that is too large for one payload. Those of an event arrive in their order. */
interface EventChunk {
  readonly part: string;
  /** Id of the event. */
  readonly of: string;
  /** From 0. It also makes payloads differ: PostgreSQL would send equal ones of a transaction once. */
  readonly number: number;
  readonly count: number;
}

/** The payloads of an event: one, or its parts if it is too large for one. */
export function eventPayloads(event: object): string[] {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) <= maxBytes) return [payload];
  const of = randomUUID();
  const count = Math.ceil(payload.length / maxCharacters);

  return Array.from({ length: count }, (_, number) => {
    const part = payload.slice(number * maxCharacters, (number + 1) * maxCharacters);

    return JSON.stringify({ part, of, number, count } satisfies EventChunk);
  });
}

/** Joins the parts of events. */
export interface EventChunks {
  /** The whole payload; null while parts of it are missing. */
  join(payload: string): string | null;
  /** Forgets incomplete events: their other parts were missed. */
  clear(): void;
}

export function eventChunks(): EventChunks {
  const received = new Map<string, readonly string[]>();

  return {
    join: (payload) => {
      const read = readChunk(payload);
      if (read === null) return payload;
      const { part, of, number, count } = read;
      const before = received.get(of) ?? [];
      received.delete(of);
      // A part before it was missed.
      if (before.length !== number) return null;
      const chunks = [...before, part];
      if (chunks.length < count) received.set(of, chunks);

      return chunks.length < count ? null : chunks.join('');
    },
    clear: () => received.clear(),
  };
}

/** Null for other payloads: any program that uses the database may send to the channel. */
function readChunk(payload: string): EventChunk | null {
  if (!payload.startsWith('{"part":')) return null;
  try {
    const { part, of, number, count } = JSON.parse(payload) as Partial<EventChunk>;
    const isChunk = typeof part === 'string' && typeof of === 'string';

    return isChunk && typeof number === 'number' && typeof count === 'number'
      ? { part, of, number, count }
      : null;
  } catch {
    return null;
  }
}
