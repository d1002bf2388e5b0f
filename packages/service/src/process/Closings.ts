import { setTimeout } from 'node:timers/promises';

/** Closes a resource; `patience` is the time limit in milliseconds. */
export type Closing = (patience: number) => Promise<unknown>;

/** Milliseconds, in addition to `patience`, after which a part that does not close is left to the end of the process. */
const endMilliseconds = 15_000;

/** Open parts, closed in reverse order. Errors and parts that hang are logged, and do not stop the others. */
export class Closings {
  readonly #stack = new AsyncDisposableStack();
  readonly #log: (level: 'warn', text: string) => void;
  #patience = 0;

  constructor(log: (level: 'warn', text: string) => void) {
    this.#log = log;
  }

  add(close: Closing): void {
    this.#stack.defer(() => this.#close(close));
  }

  async closeAll(patience = 0): Promise<void> {
    this.#patience = patience;
    await this.#stack.disposeAsync();
  }

  async #close(close: Closing): Promise<void> {
    try {
      const limit = this.#patience + endMilliseconds;
      const isClosed = close(this.#patience).then(() => true);
      if (await Promise.race([isClosed, setTimeout(limit, false, { ref: false })])) return;
      this.#log(
        'warn',
        `A part of the service did not close within ${limit / 1000} seconds, and is abandoned.`,
      );
    } catch (error) {
      this.#log('warn', `Error during shutdown: ${(error as Error).message}`);
    }
  }
}
