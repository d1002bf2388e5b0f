import type { Kysely } from 'kysely';
import { connectServed } from './connect/connectServed.ts';
import type { FoundDatabase } from './findDatabases.ts';

/** A served database with connections of a part of the process. */
export interface ConnectedDatabase extends FoundDatabase {
  readonly db: Kysely<unknown>;
}

interface ConnectOptions {
  /** For each database. */
  readonly poolSize: number;
  /** Seconds after which the server ends a statement; 0: never. */
  readonly statementSeconds: number;
  readonly log: (level: 'warn', text: string) => void;
}

/** Opens connections to all of them; those of one that is not available are made when it is. */
export async function connectDatabases(
  found: readonly FoundDatabase[],
  { poolSize, statementSeconds, log }: ConnectOptions,
): Promise<{ readonly databases: readonly ConnectedDatabase[]; close(): Promise<void> }> {
  const databases = await Promise.all(
    found.map(async (database): Promise<ConnectedDatabase> => {
      const { name, address, settings } = database;
      const db = await connectServed({
        address,
        writable: settings.writable === true,
        poolSize,
        statementSeconds,
        onIdleError: (error) =>
          log('warn', `An idle connection to the database "${name}" ended: ${error.message}`),
      });

      return { ...database, db };
    }),
  );

  return {
    databases,
    close: async () => {
      await Promise.all(databases.map(({ db }) => db.destroy()));
    },
  };
}
