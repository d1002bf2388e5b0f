import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

/** The way of a file to its output. */
export interface Delivery {
  /** Throws what the output, or something before it, failed with. */
  check(): void;
  /** Waits until the callback given to `begin` is called; rejects at once when the output fails meanwhile. */
  until(begin: (ready: () => void) => void): Promise<void>;
  /** Resolves when the output has taken everything. */
  readonly done: Promise<void>;
  fail(error: Error): void;
  /** Resolves when the output is closed. Never rejects. */
  abort(): Promise<void>;
}

/** Sends what `source` gives to `output`, and ends it. Of the waits, one at a time is under way. */
export function createDelivery(source: Readable, output: Writable): Delivery {
  let failure: Error | null = null;
  let waiting: PromiseWithResolvers<void> | null = null;
  const done = pipeline(source, output);
  done.catch(fail);
  output.on('error', fail);

  function fail(error: Error): void {
    failure ??= error;
    waiting?.reject(failure);
    source.destroy();
  }

  function check(): void {
    if (failure) throw failure;
  }

  return {
    check,
    done,
    fail,
    async until(begin) {
      check();
      const wait = Promise.withResolvers<void>();
      waiting = wait;
      begin(wait.resolve);

      try {
        await wait.promise;
      } finally {
        waiting = null;
      }
    },
    async abort() {
      output.destroy();
      fail(new Error('The export was given up.'));
      await finished(output).catch(() => {});
    },
  };
}
