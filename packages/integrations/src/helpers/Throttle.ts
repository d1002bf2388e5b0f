import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces calls: `await throttle.wait()` before each. Concurrent calls queue in order. */
export class Throttle {
  readonly #interval: number;
  #last = Number.NEGATIVE_INFINITY;
  #queue: Promise<void> = Promise.resolve();

  /** @param interval minimum milliseconds between two calls */
  constructor(interval: number) {
    if (!(Number.isFinite(interval) && interval >= 0)) {
      throw new RangeError(`The interval of a Throttle is ${interval}; use milliseconds, 0 or more.`);
    }
    this.#interval = interval;
  }

  /** Waits until the interval since the last call has passed. The first call does not wait. */
  wait(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#pass());
    return this.#queue;
  }

  async #pass(): Promise<void> {
    // A timer may fire up to a millisecond early.
    for (let delay = this.#delay(); delay > 0; delay = this.#delay()) await sleep(Math.ceil(delay));
    this.#last = performance.now();
  }

  #delay(): number {
    return this.#last + this.#interval - performance.now();
  }
}
