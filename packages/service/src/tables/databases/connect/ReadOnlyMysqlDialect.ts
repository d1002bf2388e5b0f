import {
  CompiledQuery,
  type ControlConnectionProvider,
  type DatabaseConnection,
  type Driver,
  MysqlDialect,
  type MysqlDialectConfig,
  MysqlDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';

/**
 * MySQL and MariaDB with every statement in a read-only transaction, which nothing can make writable. A read-only session is
 * not enough: a function of a view may change it, even for its own statement. Nothing is committed; the pool resets
 * connections that are released.
 */
export class ReadOnlyMysqlDialect extends MysqlDialect {
  readonly #config: MysqlDialectConfig;

  constructor(config: MysqlDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ReadOnlyDriver(this.#config);
  }
}

/** Kysely's own, which is not exported. */
type MysqlConnection = Parameters<MysqlDriver['releaseConnection']>[0];

class ReadOnlyDriver extends MysqlDriver {
  override async acquireConnection(
    options?: Parameters<MysqlDriver['acquireConnection']>[0],
  ): Promise<ReadOnlyConnection> {
    return new ReadOnlyConnection((await super.acquireConnection(options)) as MysqlConnection);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    await (connection as ReadOnlyConnection).begin(isolationLevel);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.rollbackTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection);
    (connection as ReadOnlyConnection).isInTransaction = false;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await super.releaseConnection((connection as ReadOnlyConnection).inner);
  }
}

const beginReadOnly = CompiledQuery.raw('start transaction read only');

class ReadOnlyConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly inner: MysqlConnection;

  constructor(inner: MysqlConnection) {
    this.inner = inner;
  }

  async begin(isolationLevel: TransactionSettings['isolationLevel']): Promise<void> {
    if (isolationLevel !== undefined) {
      await this.inner.executeQuery(CompiledQuery.raw(`set transaction isolation level ${isolationLevel}`));
    }
    await this.inner.executeQuery(beginReadOnly);
    this.isInTransaction = true;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.isInTransaction) await this.inner.executeQuery(beginReadOnly);

    return this.inner.executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    if (!this.isInTransaction) await this.inner.executeQuery(beginReadOnly);
    yield* this.inner.streamQuery<Row>(query, chunkSize);
  }

  cancelQuery(provider: ControlConnectionProvider): Promise<void> {
    return this.inner.cancelQuery(provider);
  }

  collectSessionInfo(): Promise<void> {
    return this.inner.collectSessionInfo();
  }

  killSession(provider: ControlConnectionProvider): Promise<void> {
    return this.inner.killSession(provider);
  }
}
