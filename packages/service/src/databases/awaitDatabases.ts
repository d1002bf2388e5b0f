import { setTimeout } from 'node:timers/promises';
import { databaseReport } from './databaseReport.ts';
import { type FoundDatabase, findDatabase } from './findDatabases.ts';

/** Seconds between two attempts to connect, at first and at most. */
const firstSeconds = 1;
export const retrySeconds = 30;

interface AwaitDatabasesOptions {
  /** Serves the tables of a database that is available now. A rejection is logged, and the attempt is repeated. */
  readonly onAvailable: (database: FoundDatabase) => Promise<void>;
  readonly log: (level: 'info' | 'warn', text: string) => void;
}

/** Tries to connect to the databases that were not available at the start, until all of them are or it is stopped. */
export function awaitDatabases(
  found: readonly FoundDatabase[],
  { onAvailable, log }: AwaitDatabasesOptions,
): { stop(patience: number): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let missing = found.filter(({ fault }) => fault !== null);
  const logged = new Map<string, string>();

  async function attempt(database: FoundDatabase): Promise<boolean> {
    if (database.fault !== null || signal.aborted) return false;
    try {
      await onAvailable(database);
      log('info', `The database "${database.name}" is available. ${databaseReport(database).join('\n')}`);

      return true;
    } catch (error) {
      const { message } = error as Error;
      // Once each: it is repeated until the cause is removed.
      if (logged.get(database.name) !== message) {
        log('warn', `The tables of the database "${database.name}" cannot be served: ${message}`);
      }
      logged.set(database.name, message);

      return false;
    }
  }

  async function run(): Promise<void> {
    for (let seconds = firstSeconds; missing.length > 0; seconds = Math.min(2 * seconds, retrySeconds)) {
      await setTimeout(1000 * seconds, undefined, { signal, ref: false });
      // In turns: each is added to what is served.
      for (const database of await Promise.all(missing.map(findDatabase))) {
        if (await attempt(database)) missing = missing.filter(({ name }) => name !== database.name);
      }
    }
  }

  const running = run().catch((error: unknown) => {
    if (!signal.aborted) log('warn', `Reconnecting to databases stopped: ${String(error)}`);
  });

  return {
    async stop(patience) {
      stopping.abort();
      await Promise.race([running, setTimeout(patience, undefined, { ref: false })]);
    },
  };
}

/** Whether a table is one of a database that is not available, by the beginnings of ids that `away` has. */
export function isAway(away: ReadonlyMap<string, readonly string[]>, id: string): boolean {
  return [...away.values()].flat().some((prefix) => id === prefix || id.startsWith(`${prefix}.`));
}
