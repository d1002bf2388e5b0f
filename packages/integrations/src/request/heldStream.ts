import { Readable } from 'node:stream';

/** A stream of Node's, of its look-alikes or of the web as one that may wait to be read; null for what is none. */
export function heldStream(given: unknown): Readable | null {
  // It may fail before anybody reads it. Whoever does then is told; the process is not to end before.
  return readableOf(given)?.on('error', () => {}) ?? null;
}

function readableOf(given: unknown): Readable | null {
  if (given instanceof Readable) return given;
  if (given instanceof ReadableStream) return Readable.fromWeb(given as never);
  const isAlike =
    typeof given === 'object' && given !== null && 'pipe' in given && Symbol.asyncIterator in given;

  return isAlike ? Readable.from(given as AsyncIterable<unknown>) : null;
}
