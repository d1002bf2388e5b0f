import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UnreadableBody } from './UnreadableBody.ts';

interface ReceiveOptions {
  readonly maxBytes: number;
  readonly folder?: string | undefined;
  /** The error for a file above the limit. Defaults to an `UnreadableBody`. */
  readonly tooLarge?: (limit: number) => Error;
}

/** Writes a body to a file of its own, and removes that after its use. */
export async function receiveFile<T>(
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes, folder = tmpdir(), tooLarge = unreadable }: ReceiveOptions,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `rowhouse-file-${randomUUID()}`);
  try {
    await pipeline(limited(body, maxBytes, tooLarge), createWriteStream(path, { flags: 'wx', mode: 0o600 }));

    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

function unreadable(limit: number): Error {
  return new UnreadableBody(413, { limit });
}

async function* limited(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
  tooLarge: (limit: number) => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    yield chunk;
  }
}
