import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { TransportError } from '../Transport.ts';
import type { BodyReader, Flow } from './readBody.ts';

/** Streams a body into a file beside `path`, which gets its name when it is whole. */
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
  return new TransportError(
    'other',
    `The answer cannot be written to ${path} (${cause.code ?? cause.name}).`,
    { mayHaveArrived: true, cause },
  );
}
