import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type DatabaseConnection, type Driver, Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { Nesting } from './Nesting.ts';

/** Start of the work of one call in the transaction of its chunk. */
const savepoint = sql`savepoint rowhouse_call`;
const release = sql`release savepoint rowhouse_call`;
const rollback = sql`rollback to savepoint rowhouse_call`;

/** A transaction that a function has begun in its call. */
interface NestedTransaction {
  readonly nesting: Nesting;
  readonly savepoint: string;
  endTurn(): void;
  /** False once the savepoint is released. */
  isOpen: boolean;
}

/**
 * The database for one call of a function: the transaction of its chunk, from a savepoint on. The first query creates the
 * savepoint, so a call without queries costs nothing.
 */
export class CallScope {
  /** For this call only: queries after it throw. */
  readonly db: Kysely<AnyDatabase>;
  readonly #transaction: Kysely<AnyDatabase>;
  readonly #withSavepoint: boolean;
  readonly #nesting = new Nesting();
  readonly #nested = new Map<DatabaseConnection, NestedTransaction>();
  #savepoints = 0;
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
    if (this.#nested.size > 0) {
      throw new Error(
        'A function ended before a transaction that it had begun. Await every transaction before the function returns.',
      );
    }
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
        // The turns of `Nesting` replace Kysely's own, for which an inner transaction would wait forever.
        createAdapter: () =>
          Object.create(executor.adapter, { supportsMultipleConnections: { value: true } }),
        createDriver: () => this.#driver(),
        createIntrospector: () => transaction.introspection,
        createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
      },
    });
  }

  /** Uses the transaction's connection; nested transactions are savepoints. */
  #driver(): Driver {
    return {
      init: async () => undefined,
      acquireConnection: async () => {
        this.#assertUsable();
        if (this.#withSavepoint) {
          this.#started ??= savepoint.execute(this.#transaction);
          await this.#started;
        }

        return this.#connection();
      },
      beginTransaction: (connection) => this.#begin(connection),
      commitTransaction: async (connection) => {
        const nested = this.#nested.get(connection);
        await this.#watch(async () => this.#run('release savepoint', nested));
        if (nested) nested.isOpen = false;
      },
      rollbackTransaction: (connection) => this.#rollBack(this.#nested.get(connection)),
      releaseConnection: async (connection) => {
        const nested = this.#nested.get(connection);
        if (!nested) return;
        try {
          await this.#rollBack(nested);
        } finally {
          this.#nested.delete(connection);
          nested.nesting.leave();
          nested.endTurn();
        }
      },
      destroy: async () => undefined,
    };
  }

  #connection(): DatabaseConnection {
    const executor = this.#transaction.getExecutor().withoutPlugins();
    const connection: DatabaseConnection = {
      executeQuery: async (query, options) => {
        const { nesting } = this.#nested.get(connection) ?? { nesting: this.#nesting };
        const endTurn = await nesting.innermost().take();
        try {
          return await this.#watch(() => executor.executeQuery(query, options) as never);
        } finally {
          endTurn();
        }
      },
      streamQuery: (query, size, options) => {
        this.#assertUsable();

        return executor.stream(query, size, options) as never;
      },
    };

    return connection;
  }

  async #begin(connection: DatabaseConnection): Promise<void> {
    const outer = this.#nesting.innermost();
    const nesting = new Nesting(outer);
    const savepoint = `rowhouse_nested_${++this.#savepoints}`;
    nesting.enter();
    const endTurn = await outer.take();
    const nested = { nesting, savepoint, endTurn, isOpen: false };
    this.#nested.set(connection, nested);
    await this.#watch(() => this.#run('savepoint', nested));
    nested.isOpen = true;
  }

  async #rollBack(nested: NestedTransaction | undefined): Promise<void> {
    // After a conflict the savepoint may no longer exist, and after the call it does not; the whole call is rolled back.
    if (!nested?.isOpen || this.#conflict || this.#closed) return;
    nested.isOpen = false;
    await this.#run('rollback to savepoint', nested);
    await this.#run('release savepoint', nested);
  }

  async #run(command: string, nested: NestedTransaction | undefined): Promise<void> {
    if (nested) await sql.raw(`${command} ${nested.savepoint}`).execute(this.#transaction);
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
