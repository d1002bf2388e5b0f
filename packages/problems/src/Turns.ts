export interface TurnLimits {
  /** Maximum number of tasks that run at the same time. */
  readonly atOnce: number;
  /** The same for the tasks of one user. Defaults to 1. */
  readonly eachAtOnce?: number;
  /** Maximum number of tasks per user, running and waiting. Defaults to no limit. */
  readonly perUser?: number;
  /** The error for a user who already has `perUser` tasks. */
  readonly refusal?: (tasks: number) => Error;
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs a limited number of tasks at the same time, of which each user has a part. Waiting users take turns regardless of
 * how many tasks they have, so that no user delays another by more than one task.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #eachAtOnce: number;
  readonly #perUser: number;
  readonly #refusal: (tasks: number) => Error;
  /** By user, in the order of their turns. */
  readonly #queues = new Map<unknown, Queue>();
  #running = 0;

  constructor({ atOnce, eachAtOnce = 1, perUser = Number.POSITIVE_INFINITY, refusal }: TurnLimits) {
    this.#atOnce = atOnce;
    this.#eachAtOnce = eachAtOnce;
    this.#perUser = perUser;
    this.#refusal = refusal ?? ((tasks) => new Error(`There are ${tasks} tasks already.`));
  }

  /** Whether the next task has to wait. */
  get areTaken(): boolean {
    return this.#running >= this.#atOnce;
  }

  /**
   * Runs `task` when it is the user's turn. Aborting `signal` removes a waiting task, and does not stop a running one.
   *
   * @throws `refusal` if the user already has `perUser` tasks.
   */
  async run<T>(user: unknown, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(user, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** The same for a task that ends when the returned function is called. */
  async enter(user: unknown, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#queueOf(user);
    if (this.areTaken || queue.running >= this.#eachAtOnce) await this.#turnIn(queue, user, signal);
    else this.#start(queue);

    return () => {
      queue.running -= 1;
      this.#running -= 1;
      // To the end of the line, behind all other users.
      this.#queues.delete(user);
      if (queue.running > 0 || queue.waiting.length > 0) this.#queues.set(user, queue);
      this.#startNext();
    };
  }

  #queueOf(user: unknown): Queue {
    const queue = this.#queues.get(user) ?? { running: 0, waiting: [] };
    const tasks = queue.running + queue.waiting.length;
    if (tasks >= this.#perUser) throw this.#refusal(tasks);
    this.#queues.set(user, queue);

    return queue;
  }

  #turnIn(queue: Queue, user: unknown, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(user);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      queue.waiting.push(start);
    });
  }

  #startNext(): void {
    while (!this.areTaken) {
      const next = this.#nextQueue();
      if (next === undefined) return;
      this.#start(next);
      next.waiting.shift()?.();
    }
  }

  /** Of the users who wait, one with the fewest running tasks. */
  #nextQueue(): Queue | undefined {
    let next: Queue | undefined;
    for (const queue of this.#queues.values()) {
      const mayStart = queue.waiting.length > 0 && queue.running < this.#eachAtOnce;
      if (mayStart && queue.running < (next?.running ?? this.#eachAtOnce)) next = queue;
    }

    return next;
  }

  #start(queue: Queue): void {
    queue.running += 1;
    this.#running += 1;
  }
}
