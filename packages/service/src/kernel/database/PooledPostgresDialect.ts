import { once } from 'node:events';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { Connection, type PoolClient } from 'pg';
import type { ConnectionPool } from './limitedPool.ts';

/** Seconds; 0: never. */
export interface StatementLimits {
  readonly statementSeconds: number;
  readonly lockSeconds: number;
}

/**
 * Settings of the statements of requests. The planner's cost of a page over many partitions is often above
 * `jit_above_cost` although the page reads few rows: to compile it takes far longer than to run it.
 */
export function requestSettings(
  { statementSeconds, lockSeconds }: StatementLimits,
  set: 'set' | 'set local',
): string {
  return `${set} statement_timeout = '${statementSeconds}s'; ${set} lock_timeout = '${lockSeconds}s'; ${set} jit = off`;
}

interface PooledOptions {
  readonly pool: ConnectionPool;
  readonly limits?: StatementLimits | undefined;
  /**
   * Whether every transaction is read-only and rolled back at its end, so that nothing that a statement sets for its session
   * remains. A statement cannot make its own transaction writable. Defaults to false.
   */
  readonly readOnly?: boolean;
}

/**
 * PostgreSQL behind a pooler in transaction mode, such as PgBouncer: each transaction may run on another
 * connection of the server. Session settings would therefore affect other clients: limits apply to a
 * transaction, and a single statement gets its own transaction. The process id that a client knows is that of
 * the pooler: queries are cancelled by the protocol, never by `pg_cancel_backend`, which could end the query
 * of another client. Read-only connections use it without a pooler, too.
 */
export class PooledPostgresDialect extends PostgresDialect {
  readonly #options: PooledOptions;

  constructor(options: PooledOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#options);
  }
}

class PooledDriver extends PostgresDriver {
  readonly #pool: ConnectionPool;
  readonly #settings: ConnectionSettings;

  constructor({ pool, limits, readOnly = false }: PooledOptions) {
    super({ pool });
    this.#pool = pool;
    this.#settings = { limits: limits === undefined ? null : requestSettings(limits, 'set local'), readOnly };
  }

  override async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect(), this.#settings);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await (connection as PooledConnection).begin(settings);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const pooled = connection as PooledConnection;
    if (this.#settings.readOnly) return pooled.rollback();
    pooled.isInTransaction = false;
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PooledConnection).rollback();
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PooledConnection).release();
  }
}

interface ConnectionSettings {
  /** Statements at the begin of a transaction. */
  readonly limits: string | null;
  readonly readOnly: boolean;
}

class PooledConnection implements DatabaseConnection {
  isInTransaction = false;
  readonly #client: PoolClient;
  readonly #limits: string | null;
  readonly #readOnly: boolean;
  #isBroken = false;
  #isRunning = false;

  constructor(client: PoolClient, { limits, readOnly }: ConnectionSettings) {
    this.#client = client;
    this.#limits = limits;
    this.#readOnly = readOnly;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const parts = [
      'start transaction',
      isolationLevel && `isolation level ${isolationLevel}`,
      this.#readOnly ? 'read only' : accessMode,
    ];
    await this.#begin(parts.filter(Boolean).join(' '));
    this.isInTransaction = true;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isInTransaction || isTransactionControl(query.sql)) return this.#run(query);
    if (this.#readOnly) return this.#runReadOnly(query);
    if (this.#limits === null) return this.#run(query);
    await this.#begin('begin');
    try {
      const result = await this.#run<Row>(query);
      await this.#client.query('commit');

      return result;
    } catch (error) {
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }

  async rollback(): Promise<void> {
    this.isInTransaction = false;
    try {
      await this.#client.query('rollback');
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  /** Sends a cancel request, which the pooler forwards for the query that this client runs. */
  async cancelQuery(): Promise<void> {
    if (this.#isRunning) await requestCancel(this.#client);
  }

  // biome-ignore lint/correctness/useYield: it only refuses.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('This dialect does not stream. Use a SQL cursor in a transaction.');
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /**
   * One round trip: `pg` sends the three statements without waiting for answers. Only these, since COPY cannot run in its
   * pipeline mode.
   */
  async #runReadOnly<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const client = this.#client as PoolClient & { pipeline: boolean };
    client.pipeline = true;
    try {
      const steps = [this.#begin('begin read only'), this.#run<Row>(query), this.rollback()] as const;
      const [begun, result] = await Promise.allSettled(steps);
      if (begun.status === 'rejected') throw begun.reason;
      if (result.status === 'rejected') throw result.reason;

      return result.value;
    } finally {
      client.pipeline = false;
    }
  }

  /** One message, so one round trip. */
  async #begin(statement: string): Promise<void> {
    try {
      await this.#client.query(this.#limits === null ? statement : `${statement}; ${this.#limits}`);
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  async #run<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#isRunning = true;
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] };

      return {
        rows: rows ?? [],
        ...(writing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
      };
    } finally {
      this.#isRunning = false;
    }
  }
}

const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** COMMIT of the driver, for which `isInTransaction` is already false. */
function isTransactionControl(text: string): boolean {
  return text === 'commit' || text === 'rollback';
}

/** Missing in @types/pg. */
interface CancelTarget {
  readonly processID: number;
  readonly secretKey: number;
  readonly ssl: unknown;
  readonly host: string;
  readonly port: number;
}

interface CancelConnection extends NodeJS.EventEmitter {
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  readonly stream: { destroy(): void };
}

const cancelTimeout = 5_000;

/** Resolves when the pooler has closed the connection of the request. */
async function requestCancel(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port, ssl } = client as unknown as CancelTarget;
  const connection = new Connection({ ssl } as object) as unknown as CancelConnection;
  const limit = setTimeout(() => connection.stream.destroy(), cancelTimeout).unref();
  connection.on(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processID, secretKey));
  if (ssl) connection.on('connect', () => connection.requestSsl());
  try {
    const ended = once(connection, 'end');
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
    await ended;
  } finally {
    clearTimeout(limit);
  }
}
