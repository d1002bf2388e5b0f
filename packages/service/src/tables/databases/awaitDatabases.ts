import { setTimeout } from 'node:timers/promises';
import { databaseReport, findDatabase, type IntrospectedDatabase } from './findDatabases.ts';

/** First and longest delay between attempts to connect, in seconds. */
const firstSeconds = 1;
export const retrySeconds = 30;

interface AwaitDatabasesOptions {
  /** Serves the tables of a database that has become available. After a rejection, which is logged, it is called again. */
  readonly onAvailable: (database: IntrospectedDatabase) => Promise<void>;
  readonly log: (level: 'info' | 'warn', text: string) => void;
}

/** Connects to databases that were unavailable at the start, until all are available or it is stopped. */
export function awaitDatabases(
  databases: readonly IntrospectedDatabase[],
  { onAvailable, log }: AwaitDatabasesOptions,
): { stop(patience: number): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let missing = databases.filter(({ fault }) => fault !== null);
  const logged = new Map<string, string>();

  async function attempt(database: IntrospectedDatabase): Promise<boolean> {
    if (database.fault !== null || signal.aborted) return false;
    try {
      await onAvailable(database);
      log('info', `The database "${database.name}" is available. ${databaseReport(database).join('\n')}`);

      return true;
    } catch (error) {
      const { message } = error as Error;
      // Logs an equal message once.
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
      // One after another: each changes the served tables.
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

/** Whether a table belongs to an unavailable database. `unavailable`: name of the database → prefixes of table ids. */
export function isUnavailable(unavailable: ReadonlyMap<string, readonly string[]>, id: string): boolean {
  return [...unavailable.values()].flat().some((prefix) => id === prefix || id.startsWith(`${prefix}.`));
}
