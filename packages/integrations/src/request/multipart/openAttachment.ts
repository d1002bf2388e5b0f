import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Attachment } from '../../Endpoint.ts';
import { heldStream } from '../heldStream.ts';

export interface OpenAttachment {
  /** In bytes; null where it is not known before. */
  readonly size: number | null;
  readonly chunks: AsyncIterable<unknown> | Iterable<Uint8Array>;
  /** What was opened for it, and is to be closed when it is not read to its end. */
  readonly stream: Readable | null;
}

/** What is attached. Throws TypeError for a file that is not there. */
export async function openAttachment({ name, content }: Attachment): Promise<OpenAttachment> {
  if (content instanceof Uint8Array) return { size: content.length, chunks: [content], stream: null };
  if (typeof content === 'function') {
    const stream = heldStream(await content());
    if (stream === null) throw new TypeError(`attachment ${name}: its function makes no stream`);
    return { size: null, chunks: stream, stream };
  }

  const file = await stat(content).catch(() => null);
  if (!file?.isFile()) throw new TypeError(`attachment ${name}: there is no file ${content}`);
  return { size: file.size, chunks: read(content), stream: null };
}

/** Opened when the first of it is wanted, so that a request that is never sent leaves nothing open. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
