import { setTimeout as sleep } from 'node:timers/promises';

/** Keeps calls apart: `await throttle.wait()` before each of them. Those that come at once queue up, in order. */
export class Throttle {
  readonly #interval: number;
  #last = Number.NEGATIVE_INFINITY;
  #queue: Promise<void> = Promise.resolve();

  /** `interval`: milliseconds that have to pass between two calls. */
  constructor(interval: number) {
    if (!(Number.isFinite(interval) && interval >= 0)) {
      throw new RangeError(`The interval of a Throttle is ${interval}; let it be milliseconds, 0 or more.`);
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
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await sleep(Math.ceil(rest));
    this.#last = performance.now();
  }

  #rest(): number {
    return this.#last + this.#interval - performance.now();
  }
}
