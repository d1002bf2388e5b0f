import { isByKey } from '@rowhouse/drivers/internal';
import { LRUCache } from 'lru-cache';
import { type PreparedStatement, preparedReads } from './preparedReads.ts';

/** A pool of `pg`, as far as it is needed here. */
export interface PreparingPool {
  on(event: 'connect', listener: (client: PreparingClient) => void): unknown;
}

export interface PreparingClient {
  // `pg` overloads it; the arguments are passed on as they are.
  query(...args: readonly unknown[]): unknown;
  readonly connection?: object;
  readonly binary?: boolean;
}

export interface PrepareRepeatedOptions {
  /** Maximum number of statements that a connection keeps prepared. Defaults to 100. */
  readonly statements?: number;
  /** Whether a new connection prepares statements. Defaults to true. */
  readonly on?: (client: PreparingClient) => boolean;
}

/** How often a statement is sent before it is prepared. */
const uses = 2;
/** Statements whose uses are counted, for each one that may be prepared. */
const countedPerPrepared = 10;
/** Maximum characters of a statement that is prepared. */
const longest = 20_000;

/**
 * Makes the connections of a `pg.Pool` prepare the queries that they repeat, so that PostgreSQL plans them once for each
 * connection: `prepareRepeated(new pg.Pool(…))`. Returns the pool. Queries without parameters are prepared, such as pages
 * without a search or a filter, and what reads or writes one record by its key. For others, one plan for all values can be
 * far worse than a plan for the value.
 *
 * Not with a pooler in transaction mode, such as PgBouncer, unless it tracks prepared statements
 * (`max_prepared_statements`).
 */
export function prepareRepeated<Pool extends PreparingPool>(
  pool: Pool,
  { statements = 100, on = () => true }: PrepareRepeatedOptions = {},
): Pool {
  const names = statementNames(statements * countedPerPrepared);
  pool.on('connect', (client) => {
    if (!on(client)) return;
    const send = client.query.bind(client);
    const read = preparedReads(client, send);
    const prepared = new Map<string, PreparedStatement>();

    const forget = (name: string) => {
      prepared.delete(name);
      // Internal to `pg`: the texts of the statements that the connection has prepared, by name.
      const { parsedStatements = {} } = (client.connection ?? {}) as {
        parsedStatements?: Record<string, string>;
      };
      delete parsedStatements[name];
    };
    const prepare = async (name: string, text: string, values: readonly unknown[]) => {
      const known = prepared.get(name);
      const isFull = known === undefined && prepared.size >= statements;
      const [oldest] = prepared.keys();
      if (isFull && oldest !== undefined) {
        forget(oldest);
        // Sent before the query, on the same connection.
        Promise.resolve(send(`deallocate ${oldest}`)).catch(() => undefined);
      }
      try {
        const statement = known ?? { name, text };
        const result = await (values.length === 0 ? read(statement) : send({ name, text, values }));
        prepared.delete(name);
        prepared.set(name, statement);

        return result;
      } catch (error) {
        if (!isOutdated(error)) throw error;
        forget(name);
        // What has changed may concern other statements of the same transaction, which is repeated as a whole.
        names.forgetAll();

        return Promise.resolve(send(text, values)).catch((again) => {
          throw codeOf(again) === inFailedTransaction ? toBeRepeated(error) : again;
        });
      }
    };

    client.query = (...args) => {
      const statement = preparable(args);
      if (statement === null) return send(...args);
      const { text, values } = statement;
      const name = names.nameOf(text);

      return name === null ? send(...args) : prepare(name, text, values);
    };
  });

  return pool;
}

/** The names of the statements of a pool: null until a text has been sent `uses` times. A name stands for one text. */
function statementNames(counted: number) {
  const texts = new LRUCache<string, { uses: number; name: string | null }>({ max: counted });
  let last = 0;

  return {
    nameOf(text: string): string | null {
      const known = texts.get(text) ?? { uses: 0, name: null };
      known.uses++;
      if (known.name === null && known.uses > uses) known.name = `rowhouse_${++last}`;
      texts.set(text, known);

      return known.name;
    },
    forgetAll() {
      texts.clear();
    },
  };
}

/** One statement as a text, without a callback, that may be prepared; null for others. */
function preparable(args: readonly unknown[]): { readonly text: string; readonly values: unknown[] } | null {
  const [text, values = [], ...others] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || others.length > 0) return null;
  const isRepeated = isByKey(text) || (values.length === 0 && /^\s*select\b/i.test(text));

  return isRepeated && text.length <= longest && !text.includes(';') ? { text, values } : null;
}

/** Of PostgreSQL: the first error has ended the transaction. */
const inFailedTransaction = '25P02';

const outdatedCodes = [
  // The connection does not have the statement, or has another of that name.
  '26000',
  '42P05',
  // A parameter still has the type that its column had when the statement was prepared.
  '42804',
  '42846',
  '42883',
];

/** Its result has columns of other types, or a parameter has a type that does not exist any more. */
const outdatedMessages = /^(cached plan must not change result type|cache lookup failed for type \d+)/;

/** Whether a statement does not fit the database, or the connection, any more. Another fault may have the same code. */
function isOutdated(error: unknown): boolean {
  return (
    error instanceof Error && (outdatedCodes.includes(codeOf(error)) || outdatedMessages.test(error.message))
  );
}

/** With the code of a conflict of transactions, after which the same transaction may succeed: the statement is no longer prepared. */
function toBeRepeated(cause: unknown): Error {
  const message = 'A table has changed since the statement was prepared. Repeat the transaction.';

  return Object.assign(new Error(message, { cause }), { code: '40001' });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
