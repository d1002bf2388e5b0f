/** `signal`: aborted when the caller no longer needs the result. */
export type SharedRuns = <T>(
  key: string,
  run: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

interface Run {
  readonly result: Promise<unknown>;
  readonly stop: AbortController;
  callers: number;
}

interface Queue {
  /** Fulfilled when the current run has ended: one that is no longer needed may be busy in the database until then. */
  free: Promise<unknown>;
  next: Run | null;
  /** Callers, and runs that have not ended. */
  users: number;
}

/**
 * `joinNext` by key: a caller never gets a run that started before its call, and one run of a key runs at a time. Callers
 * of one key pass runs that do the same. A run is aborted when all its callers have aborted.
 */
export function sharedRuns(): SharedRuns {
  const queues = new Map<string, Queue>();

  const leave = (key: string, queue: Queue) => {
    queue.users--;
    if (queue.users === 0) queues.delete(key);
  };

  return async <T>(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const queue = queues.get(key) ?? { free: Promise.resolve(), next: null, users: 0 };
    queues.set(key, queue);
    const joined = queue.next ?? plan(queue, run, () => leave(key, queue));
    queue.users++;
    joined.callers++;

    try {
      return (await (signal ? until(signal, joined.result) : joined.result)) as T;
    } finally {
      joined.callers--;
      if (joined.callers === 0) {
        if (queue.next === joined) queue.next = null;
        // Otherwise the run has ended.
        if (signal?.aborted) joined.stop.abort(signal.reason);
      }
      leave(key, queue);
    }
  };
}

function plan(queue: Queue, run: (signal: AbortSignal) => Promise<unknown>, onEnd: () => void): Run {
  const stop = new AbortController();
  const planned: Run = {
    stop,
    callers: 0,
    result: queue.free.then(() => {
      if (queue.next === planned) queue.next = null;
      stop.signal.throwIfAborted();

      return run(stop.signal);
    }),
  };
  queue.next = planned;
  queue.users++;
  queue.free = planned.result.then(onEnd, onEnd);

  return planned;
}

/** The result, or the reason of the signal as soon as it is aborted. */
function until<T>(signal: AbortSignal, result: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/**
 * Shares runs between concurrent callers. A caller never gets a run that started before its call: during a run, later
 * callers wait for it and share the next.
 */
export function joinNext<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;

  return () => {
    // The first run also starts after the current task, so that callers within one task share it.
    next ??= running.then(() => {
      next = null;
      const started = run();
      running = started.catch(() => undefined);

      return started;
    });

    return next;
  };
}
