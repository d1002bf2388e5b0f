import type { CompiledQuery } from 'kysely';

/** `signal` says that the caller needs the result no more. */
export type SingleFlight = <T>(
  key: string,
  run: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

interface Flight {
  readonly result: Promise<unknown>;
  readonly stop: AbortController;
  callers: number;
}

/**
 * A caller of a key that is being worked on waits for that result instead of starting another run. Nothing is kept
 * afterwards. A run ends, by its signal, when all its callers have left.
 */
export function singleFlight(): SingleFlight {
  const running = new Map<string, Flight>();

  return async <T>(key: string, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const flight = running.get(key) ?? start(key, run);
    flight.callers++;

    return (signal ? leaving(key, flight, signal) : flight.result) as Promise<T>;
  };

  function start(key: string, run: (signal: AbortSignal) => Promise<unknown>): Flight {
    const stop = new AbortController();
    const flight = { stop, callers: 0, result: run(stop.signal).finally(() => forget(key, flight)) };
    running.set(key, flight);

    return flight;
  }

  function forget(key: string, flight: Flight): void {
    if (running.get(key) === flight) running.delete(key);
  }

  function leaving(key: string, flight: Flight, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        flight.callers--;
        if (flight.callers > 0) return;
        forget(key, flight);
        flight.stop.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }
}

/** The same for two queries only if they ask the same. */
export function queryKey({ sql, parameters }: CompiledQuery): string {
  return `${sql}\n${JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )}`;
}
