import { AvatarError } from './errors.ts';

export interface TurnLimits {
  /** Most tasks that run at the same time. */
  readonly atOnce: number;
  /** Most tasks of one user, running and waiting; no limit by default. */
  readonly perUser?: number;
}

interface Line {
  isRunning: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Runs a few tasks at the same time, one of each user. Users who wait take turns, whatever the number of their tasks,
 * so that no user delays another by more than one task.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #perUser: number;
  /** By user, in the order of their next turns. */
  readonly #lines = new Map<unknown, Line>();
  #running = 0;

  constructor({ atOnce, perUser = Number.POSITIVE_INFINITY }: TurnLimits) {
    this.#atOnce = atOnce;
    this.#perUser = perUser;
  }

  /**
   * Runs `task` when it is the user's turn. Aborting `signal` removes it from the line, and has no effect afterwards.
   *
   * @throws AvatarError `avatars.too_many_uploads` when the user has `perUser` tasks already.
   */
  async run<T>(user: unknown, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const line = this.#lineOf(user);
    await this.#turnIn(line, user, signal);
    try {
      return await task();
    } finally {
      line.isRunning = false;
      this.#running -= 1;
      // To the end: the turns of all other users come first.
      this.#lines.delete(user);
      if (line.waiting.length > 0) this.#lines.set(user, line);
      this.#startNext();
    }
  }

  #lineOf(user: unknown): Line {
    const line = this.#lines.get(user) ?? { isRunning: false, waiting: [] };
    const tasks = line.waiting.length + (line.isRunning ? 1 : 0);
    if (tasks >= this.#perUser) {
      throw new AvatarError(
        'avatars.too_many_uploads',
        `This user has ${tasks} uploads in progress, which is the limit. Wait for one to finish, then try again.`,
      );
    }
    this.#lines.set(user, line);

    return line;
  }

  #turnIn(line: Line, user: unknown, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1);
        if (!line.isRunning && line.waiting.length === 0) this.#lines.delete(user);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.waiting.push(start);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const line of this.#lines.values()) {
      if (this.#running >= this.#atOnce) return;
      const start = line.isRunning ? undefined : line.waiting.shift();
      if (start === undefined) continue;
      line.isRunning = true;
      this.#running += 1;
      start();
    }
  }
}
