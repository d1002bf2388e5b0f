import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type DatabaseConnection, type Driver, Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';

/** Start of the work of one call in the transaction of its chunk. */
const savepoint = sql`savepoint rowhouse_call`;
const release = sql`release savepoint rowhouse_call`;
const rollback = sql`rollback to savepoint rowhouse_call`;

/**
 * The database for one call of a function: the transaction of its chunk, from a savepoint on. The first query creates the
 * savepoint, so a call without queries costs nothing.
 */
export class CallScope {
  /** For this call only: queries after it throw. */
  readonly db: Kysely<AnyDatabase>;
  readonly #transaction: Kysely<AnyDatabase>;
  readonly #withSavepoint: boolean;
  #started: Promise<unknown> | null = null;
  #closed = false;
  #conflict: unknown = null;
  #unavailable: unknown = null;

  /** Without a savepoint, the call can only be rolled back with the whole transaction. */
  constructor(transaction: Kysely<AnyDatabase>, { withSavepoint }: { readonly withSavepoint: boolean }) {
    this.#transaction = transaction;
    this.#withSavepoint = withSavepoint;
    this.db = this.#database();
  }

  /** The serialization or deadlock error of a query of the call; null if there was none. The call has to be repeated. */
  get conflict(): unknown {
    return this.#conflict;
  }

  /** The error of a query that found the database unavailable; null if there was none. */
  get unavailable(): unknown {
    return this.#unavailable;
  }

  /** Refuses further queries. */
  close(): void {
    this.#closed = true;
  }

  /** Keeps the call's writes. Rejects if the database does not, after a failed statement or a conflict. */
  async keep(): Promise<void> {
    if (this.#conflict) throw this.#conflict;
    await this.#end(release);
  }

  /** Rolls back the call's writes. Rejects if the database has rolled back the whole transaction. */
  async undo(): Promise<void> {
    await this.#end(rollback);
    await this.#end(release);
  }

  async #end(command: typeof release): Promise<void> {
    if (!this.#started || !this.#withSavepoint) return;
    await this.#started;
    await command.execute(this.#transaction);
  }

  #database(): Kysely<AnyDatabase> {
    const executor = this.#transaction.getExecutor();
    const transaction = this.#transaction;

    return new Kysely<AnyDatabase>({
      plugins: [...executor.plugins],
      dialect: {
        createAdapter: () => executor.adapter,
        createDriver: () => this.#driver(),
        createIntrospector: () => transaction.introspection,
        createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
      },
    });
  }

  /** Uses the transaction's connection; nested transactions are savepoints. */
  #driver(): Driver {
    const executor = this.#transaction.getExecutor().withoutPlugins();
    const run = (command: ReturnType<typeof sql>) => command.execute(this.#transaction);
    const connection: DatabaseConnection = {
      executeQuery: (query, options) => this.#watch(() => executor.executeQuery(query, options) as never),
      streamQuery: (query, size, options) => {
        this.#assertUsable();

        return executor.stream(query, size, options) as never;
      },
    };

    return {
      init: async () => undefined,
      acquireConnection: async () => {
        this.#assertUsable();
        if (this.#withSavepoint) {
          this.#started ??= savepoint.execute(this.#transaction);
          await this.#started;
        }

        return connection;
      },
      beginTransaction: async () => void (await this.#watch(() => run(sql`savepoint rowhouse_nested`))),
      commitTransaction: async () =>
        void (await this.#watch(() => run(sql`release savepoint rowhouse_nested`))),
      rollbackTransaction: async () => {
        // After a conflict the savepoint may no longer exist; the whole call is rolled back.
        if (this.#conflict) return;
        await run(sql`rollback to savepoint rowhouse_nested`);
        await run(sql`release savepoint rowhouse_nested`);
      },
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    };
  }

  async #watch<T>(query: () => Promise<T>): Promise<T> {
    this.#assertUsable();

    try {
      return await query();
    } catch (error) {
      if (isConflict(error)) this.#conflict ??= error;
      if (isUnavailable(error)) this.#unavailable ??= error;
      throw error;
    }
  }

  #assertUsable(): void {
    if (this.#closed) {
      throw new Error(
        'A function used its database after its call ended. Await every query before the function returns.',
      );
    }
    // After a conflict MySQL has ended the transaction and would run further queries outside of it.
    if (this.#conflict) throw this.#conflict;
  }
}
