import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Attachment } from '../../Endpoint.ts';

/** What is attached, and its size in bytes where it is known before. Throws TypeError for a file that is not there. */
export async function openAttachment({
  name,
  content,
}: Attachment): Promise<{ size: number | null; chunks: AsyncIterable<unknown> | Iterable<Uint8Array> }> {
  if (content instanceof Uint8Array) return { size: content.length, chunks: [content] };
  if (typeof content === 'function') {
    return { size: null, chunks: (await content()) as AsyncIterable<unknown> };
  }

  const file = await stat(content).catch(() => null);
  if (!file?.isFile()) throw new TypeError(`attachment ${name}: there is no file ${content}`);
  return { size: file.size, chunks: read(content) };
}

/** Opened when the first of it is wanted, so that a request that is never sent leaves nothing open. */
async function* read(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}
