import { AsyncLocalStorage } from 'node:async_hooks';

/** The innermost transaction whose callback the current code belongs to. */
const current = new AsyncLocalStorage<Nesting>();

/**
 * The transaction of a call, or one nested in it. They share one connection, on which savepoints are a stack, so that
 * whatever runs in one of them at the same time takes turns: otherwise the rollback of one would undo the others.
 */
export class Nesting {
  readonly #parent: Nesting | null;
  #isOpen = true;
  /** Resolves after the last turn that was taken. */
  #last: Promise<void> = Promise.resolve();

  constructor(parent: Nesting | null = null) {
    this.#parent = parent;
  }

  /**
   * Where code runs that uses this transaction: in the innermost one around the code that is nested in this one, which
   * has the turn already.
   */
  innermost(): Nesting {
    for (let inner = current.getStore() ?? null; inner; inner = inner.#parent) {
      if (inner.#isOpen && inner.#isWithin(this)) return inner;
    }

    return this;
  }

  /** Waits for everything before it, and returns the function that ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;

    return end;
  }

  /** Makes the code that awaits the caller belong to this transaction. Call it before the first `await`. */
  enter(): void {
    current.enterWith(this);
  }

  /** From now on, code that belongs to this transaction runs in the one around it. */
  leave(): void {
    this.#isOpen = false;
  }

  #isWithin(outer: Nesting): boolean {
    for (let around: Nesting | null = this; around; around = around.#parent) {
      if (around === outer) return true;
    }

    return false;
  }
}
