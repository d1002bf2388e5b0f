import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type DatabaseConnection, type Driver, Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';

/** Where the work of one call begins in the transaction of its chunk. */
const savepoint = sql`savepoint rowhouse_call`;
const release = sql`release savepoint rowhouse_call`;
const rollback = sql`rollback to savepoint rowhouse_call`;

/**
 * The database as one call of a function sees it: the transaction of its chunk, from a savepoint on. The savepoint is
 * made by the first query, so that a call without any costs nothing.
 */
export class CallScope {
  /** Of this call only: refuses queries after it. */
  readonly db: Kysely<AnyDatabase>;
  readonly #transaction: Kysely<AnyDatabase>;
  readonly #withSavepoint: boolean;
  #begun: Promise<unknown> | null = null;
  #closed = false;
  #conflict: unknown = null;
  #unavailable: unknown = null;

  /** Without a savepoint the call's work is undone with the whole transaction only. */
  constructor(transaction: Kysely<AnyDatabase>, { withSavepoint }: { readonly withSavepoint: boolean }) {
    this.#transaction = transaction;
    this.#withSavepoint = withSavepoint;
    this.db = this.#database();
  }

  /** The error by which the database gave way to other transactions; null when it did not. The call is to be repeated then. */
  get conflict(): unknown {
    return this.#conflict;
  }

  /** The error by which a query of the call found the database unavailable; null when none did. */
  get unavailable(): unknown {
    return this.#unavailable;
  }

  /** No query of the call is sent from here on. */
  close(): void {
    this.#closed = true;
  }

  /** Keeps what the call wrote. Rejects when the database does not: after a failed statement, or a conflict. */
  async keep(): Promise<void> {
    if (this.#conflict) throw this.#conflict;
    await this.#end(release);
  }

  /** Undoes what the call wrote. Rejects when the database has undone more: the transaction is lost. */
  async undo(): Promise<void> {
    await this.#end(rollback);
    await this.#end(release);
  }

  async #end(command: typeof release): Promise<void> {
    if (!this.#begun || !this.#withSavepoint) return;
    await this.#begun;
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

  /** One connection, the transaction's; a transaction inside is a savepoint. */
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
          this.#begun ??= savepoint.execute(this.#transaction);
          await this.#begun;
        }

        return connection;
      },
      beginTransaction: async () => void (await this.#watch(() => run(sql`savepoint rowhouse_nested`))),
      commitTransaction: async () =>
        void (await this.#watch(() => run(sql`release savepoint rowhouse_nested`))),
      rollbackTransaction: async () => {
        // After a conflict nothing may be left to go back to; the call is undone as a whole.
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
        'The database of an action was used after the call that it was for. Await every query before the function returns.',
      );
    }
    // MySQL has ended the transaction then, and would run what follows outside of it.
    if (this.#conflict) throw this.#conflict;
  }
}
