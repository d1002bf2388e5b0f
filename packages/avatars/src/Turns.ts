import { AvatarError } from './errors.ts';

export interface TurnLimits {
  /** Maximum number of tasks that run at the same time. */
  readonly atOnce: number;
  /** Maximum number of tasks per user, running and waiting; no limit by default. */
  readonly perUser?: number;
}

interface Queue {
  isRunning: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Runs a limited number of tasks at the same time, at most one per user. Waiting users take turns regardless of how
 * many tasks they have, so that no user delays another by more than one task.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #perUser: number;
  /** By user, in the order of their turns. */
  readonly #queues = new Map<unknown, Queue>();
  #running = 0;

  constructor({ atOnce, perUser = Number.POSITIVE_INFINITY }: TurnLimits) {
    this.#atOnce = atOnce;
    this.#perUser = perUser;
  }

  /**
   * Runs `task` when it is the user's turn. Aborting `signal` removes a waiting task, and does not stop a running one.
   *
   * @throws AvatarError `avatars.too_many_uploads` if the user already has `perUser` tasks.
   */
  async run<T>(user: unknown, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const queue = this.#queueOf(user);
    await this.#turnIn(queue, user, signal);
    try {
      return await task();
    } finally {
      queue.isRunning = false;
      this.#running -= 1;
      // To the end of the line, behind all other users.
      this.#queues.delete(user);
      if (queue.waiting.length > 0) this.#queues.set(user, queue);
      this.#startNext();
    }
  }

  #queueOf(user: unknown): Queue {
    const queue = this.#queues.get(user) ?? { isRunning: false, waiting: [] };
    const tasks = queue.waiting.length + (queue.isRunning ? 1 : 0);
    if (tasks >= this.#perUser) {
      throw new AvatarError(
        'avatars.too_many_uploads',
        `This user has ${tasks} uploads in progress, which is the limit. Wait for one to finish, then try again.`,
      );
    }
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
        if (!queue.isRunning && queue.waiting.length === 0) this.#queues.delete(user);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      queue.waiting.push(start);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const queue of this.#queues.values()) {
      if (this.#running >= this.#atOnce) return;
      const start = queue.isRunning ? undefined : queue.waiting.shift();
      if (start === undefined) continue;
      queue.isRunning = true;
      this.#running += 1;
      start();
    }
  }
}
