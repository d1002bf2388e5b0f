import { setTimeout as wait } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Kysely, QueryExecutor } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';

/** Runs a query and returns its rows. */
export type QueryRunner = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/** Runs queries without limits, on a database or in a transaction. */
export function runnerOf(db: Kysely<AnyDatabase>): QueryRunner {
  return async (query) => (await db.executeQuery(query)).rows;
}

export interface Cancellation {
  /** Aborts waiting for a connection, and the running query, with its reason. */
  readonly signal: AbortSignal;
  /** Called when a connection is available and the query starts. */
  readonly onStart?: () => void;
  /** Called when a query could not be cancelled. */
  readonly onError: (error: unknown) => void;
}

/**
 * Time limit in milliseconds for the database to end a cancelled query. After it the caller gets the reason, and the
 * connection stays in use.
 */
const grace = 1_000;
/** Milliseconds after which cancelling a query is repeated. */
const again = 250;

/**
 * Runs a query of `db` (the database or a transaction of it) that a signal also cancels in the database, if the driver
 * supports it: by a connection of its own on PostgreSQL, by `controlConnection` of Kysely's dialect on MySQL. SQLite
 * runs a query to its end before anything else. Kysely's own `signal` would print each cancelled query to the console,
 * and would not cancel one that a rollback follows.
 */
export function cancellable(
  database: Kysely<AnyDatabase>,
  db: Kysely<AnyDatabase>,
  cancellation: Cancellation,
): QueryRunner {
  const executor = cancellableExecutor(database, db, cancellation);

  return async (query) => (await executor.executeQuery(query)).rows;
}

/** Runs such queries, and reads their rows as a stream. */
export function cancellableExecutor(
  database: Kysely<AnyDatabase>,
  db: Kysely<AnyDatabase>,
  { signal, onStart, onError }: Cancellation,
): QueryExecutor {
  const executor = db.getExecutor();
  const control = database.getExecutor();

  return executor.withConnectionProvider({
    provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      // While it waits for a connection, the caller does not have to.
      let stop = () => reject(signal.reason);
      // One listener for both: Kysely would add its own for the wait.
      const onAbort = () => stop();
      signal.addEventListener('abort', onAbort, { once: true });
      executor
        .provideConnection(async (connection) => {
          signal.throwIfAborted();
          await connection.collectSessionInfo?.();
          signal.throwIfAborted();
          onStart?.();
          const running = consumer(connection);
          let isRunning = true;
          let cancelling: Promise<void> | undefined;
          stop = () => {
            setTimeout(() => reject(signal.reason), grace).unref();
            cancelling = (async () => {
              // A cancellation before the query has started in the database has no effect.
              for (; isRunning && connection.cancelQuery; await wait(again, null, { ref: false })) {
                await connection
                  .cancelQuery((run) => control.provideConnection(run))
                  .catch((error: unknown) => {
                    if (isRunning) onError(error);
                  });
              }
            })();
          };

          try {
            resolve(await running);
          } catch (error) {
            reject(signal.aborted ? signal.reason : error);
          } finally {
            isRunning = false;
            signal.removeEventListener('abort', onAbort);
            // A late cancellation must not affect the next query of the connection.
            await cancelling;
          }
        })
        .catch((error: unknown) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        });
      if (signal.aborted) stop();

      return promise;
    },
  });
}
