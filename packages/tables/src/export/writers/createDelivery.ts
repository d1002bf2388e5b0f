import { finished, type Writable } from 'node:stream';

/** The way of a file to its output. Calls do not overlap, but for `abort`. */
export interface Delivery {
  /** Bytes sent to the output. */
  readonly length: number;
  /** Throws what the output, or something before it, failed with. */
  check(): void;
  /** Hands bytes over, which follow all handed over before. Resolves when more may come: a few are on their way. */
  send(bytes: Buffer | Promise<Buffer>): Promise<void>;
  /** Resolves when all that was handed over has been sent, and `length` is known. */
  settle(): Promise<void>;
  /** Ends the output; resolves when it has taken everything. */
  end(): Promise<void>;
  /** Resolves when the output is closed. Never rejects. */
  abort(): Promise<void>;
}

/**
 * Bytes that make a piece worth sending: each costs a while to hand over to another thread, however long it is. Longer
 * ones took as long in all, and more memory.
 */
export const pieceLength = 1024 * 1024;
/** Pieces on their way at once: while some are compressed and written, the next is built. */
const ahead = 3;

export function createDelivery(output: Writable): Delivery {
  const closed = Promise.withResolvers<void>();
  let failure: unknown = null;
  let length = 0;
  let underWay = 0;
  let last = Promise.resolve();
  /** Of the one call that waits until pieces have arrived. */
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
    // Known before the stream's events tell.
    if (output.errored) fail(output.errored);
    if (failure !== null) throw failure;
  }

  async function pass(bytes: Buffer | Promise<Buffer>, before: Promise<void>): Promise<void> {
    const [piece] = await Promise.all([bytes, before]);
    length += piece.length;
    output.write(piece, () => {
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
      fail(new Error('The export was given up.'));
      await closed.promise.catch(() => {});
    },
  };
}
