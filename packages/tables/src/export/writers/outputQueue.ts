import { finished, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Sends the bytes of a file to its output, in order. Only `abort` may be called while another call is running. */
export interface OutputQueue {
  /** Bytes sent to the output. */
  readonly length: number;
  /** Throws the error of the output or of an earlier piece. */
  check(): void;
  /** Appends bytes. Resolves when more may be sent: a few pieces may be in flight. */
  send(bytes: Buffer | Promise<Buffer>): Promise<void>;
  /** Resolves when all pieces have been sent, and `length` is final. */
  settle(): Promise<void>;
  /** Ends the output; resolves when it has written everything. */
  end(): Promise<void>;
  /** Resolves when the output is closed. Never rejects. */
  abort(): Promise<void>;
}

/**
 * Bytes per chunk. Each chunk has a fixed cost, because it is passed to another thread: halves of this take a tenth
 * longer. Longer chunks are not faster, and use more memory.
 */
export const chunkBytes = 512 * 1024;
/** Pieces in flight: while some are compressed and written, the next is built. */
const ahead = 3;

export function createOutputQueue(output: Writable): OutputQueue {
  const closed = Promise.withResolvers<void>();
  let failure: unknown = null;
  let length = 0;
  let underWay = 0;
  let last = Promise.resolve();
  /** Resolved when a piece is written, for the one waiting call. */
  let arrival: PromiseWithResolvers<void> | null = null;

  closed.promise.catch(() => {});
  finished(output, { readable: false }, (error) => {
    if (error) fail(error);
    if (failure === null) closed.resolve();
    else closed.reject(failure);
  });

  function fail(error: unknown): void {
    failure ??= error;
    arrival?.reject(failure);
    output.destroy();
  }

  function check(): void {
    // Set before the stream emits its event.
    if (output.errored) fail(output.errored);
    if (failure !== null) throw failure;
  }

  async function pass(bytes: Buffer | Promise<Buffer>, before: Promise<void>): Promise<void> {
    const [chunk] = await Promise.all([bytes, before]);
    length += chunk.length;
    output.write(chunk, () => {
      underWay -= 1;
      arrival?.resolve();
    });
  }

  return {
    get length() {
      return length;
    },
    check,
    async send(bytes) {
      check();
      underWay += 1;
      last = pass(bytes, last);
      last.catch(fail);
      // Otherwise the threads would wait for the next piece until the one after it is built.
      await setImmediate();

      while (underWay >= ahead) {
        check();
        arrival = Promise.withResolvers();
        await arrival.promise;
      }
    },
    async settle() {
      await last;
      check();
    },
    async end() {
      await last;
      check();
      output.end();
      await closed.promise;
    },
    async abort() {
      fail(new Error('The export was aborted.'));
      await closed.promise.catch(() => {});
    },
  };
}
