/** `signal` says that the caller needs the result no more. */
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
  /** Fulfilled when the run before the next one has ended, or nobody needs it any more. */
  free: Promise<unknown>;
  next: Run | null;
  callers: number;
}

/**
 * `joinNext` by key: a caller never gets a run that started before its call. Callers of one key pass runs that do the
 * same. A run ends, by its signal, when all its callers have left.
 */
export function sharedRuns(): SharedRuns {
  const queues = new Map<string, Queue>();

  return async <T>(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const queue = queues.get(key) ?? { free: Promise.resolve(), next: null, callers: 0 };
    queues.set(key, queue);
    const joined = queue.next ?? plan(queue, run);
    queue.callers++;
    joined.callers++;

    try {
      return (await (signal ? until(signal, joined.result) : joined.result)) as T;
    } finally {
      queue.callers--;
      joined.callers--;
      if (joined.callers === 0) {
        if (queue.next === joined) queue.next = null;
        joined.stop.abort(signal?.reason);
      }
      if (queue.callers === 0 && queues.get(key) === queue) queues.delete(key);
    }
  };
}

function plan(queue: Queue, run: (signal: AbortSignal) => Promise<unknown>): Run {
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
  queue.free = until(stop.signal, planned.result).catch(() => undefined);

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
