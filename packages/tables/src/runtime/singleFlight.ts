import type { CompiledQuery } from 'kysely';

export type SingleFlight = <T>(key: string, run: () => Promise<T>) => Promise<T>;

/** Whoever asks for a key that is being worked on waits for that result instead of starting again. Nothing is kept afterwards. */
export function singleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();

  return <T>(key: string, run: () => Promise<T>) => {
    const current = running.get(key) as Promise<T> | undefined;

    if (current) {
      return current;
    }

    const started = run().finally(() => running.delete(key));
    running.set(key, started);

    return started;
  };
}

/** The same for two queries only if they ask the same. */
export function queryKey({ sql, parameters }: CompiledQuery): string {
  return `${sql}\n${JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )}`;
}
