import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { type TransportError, transportError } from '../Transport.ts';

/** Controls of a response for its reader. */
export interface Flow {
  pause(): void;
  resume(): void;
  fail(error: Error): void;
}

/** Destination of a response body. */
export interface BodyReader {
  /** Before the first chunk. */
  attach?(flow: Flow): void;
  add(chunk: Buffer): void;
  /** Called after the last chunk; returns the body kept in memory. */
  whole(): Uint8Array | Promise<Uint8Array>;
  /** Cleans up after an incomplete body. Never rejects. */
  discard(): Promise<void> | undefined;
}

/** Keeps a body in memory; throws TransportError if it has more than `limit` bytes. */
export function readBody(limit: number): BodyReader {
  const chunks: Buffer[] = [];
  let size = 0;

  return {
    add(chunk) {
      size += chunk.length;
      if (size > limit) {
        throw transportError('too_large.response', { parameters: { bytes: limit }, mayHaveArrived: true });
      }
      chunks.push(chunk);
    },
    whole: () => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)),
    discard() {
      chunks.length = 0;
      return undefined;
    },
  };
}

/** Streams a body into a temporary file, which is renamed to `path` when complete. */
export function writeSink(path: string): BodyReader {
  const partial = `${path}.${randomUUID()}.part`;
  const file = createWriteStream(partial, { flags: 'wx' });
  const closed = new Promise<void>((resolve) => file.once('close', resolve));
  let flow: Flow | null = null;
  let isDiscarded = false;

  file.on('drain', () => flow?.resume());
  file.on('error', (cause) => flow?.fail(unwritable(path, cause)));

  return {
    attach(given) {
      flow = given;
    },
    add(chunk) {
      if (!file.write(chunk)) flow?.pause();
    },
    async whole() {
      file.end();
      try {
        await finished(file);
        await closed;
        if (!isDiscarded) await rename(partial, path);
      } catch (cause) {
        throw unwritable(path, cause as NodeJS.ErrnoException);
      }
      return new Uint8Array();
    },
    async discard() {
      isDiscarded = true;
      file.destroy();
      await closed;
      await rm(partial, { force: true }).catch(() => undefined);
    },
  };
}

function unwritable(path: string, cause: NodeJS.ErrnoException): TransportError {
  const parameters = { path: `${path} (${cause.code ?? cause.name})` };

  return transportError('other.file', { parameters, mayHaveArrived: true, cause });
}
