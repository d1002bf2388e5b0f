import { Readable } from 'node:stream';

export interface Feed {
  readonly stream: Readable;
  /** `ready` is called when the next chunk may come. */
  push(chunk: Buffer, ready: () => void): void;
  end(): void;
}

/** A stream that is filled from outside, no faster than it is read. */
export function createFeed(): Feed {
  let ready: (() => void) | null = null;
  const stream = new Readable({
    read() {
      // Compression reports by events: they have to have their turn, or it waits for the next chunk to be built.
      if (ready) setImmediate(ready);
      ready = null;
    },
  });

  return {
    stream,
    push(chunk, whenReady) {
      ready = whenReady;
      stream.push(chunk);
    },
    end() {
      stream.push(null);
    },
  };
}
