import { LRUCache } from 'lru-cache';
import { type PreparedStatement, preparedReads } from './preparedReads.ts';

/** A pool of `pg`, as far as it is needed here. */
export interface PreparingPool {
  on(event: 'connect', listener: (client: PreparingClient) => void): unknown;
}

interface PreparingClient {
  // `pg` overloads it; the arguments are passed on as they are.
  query(...args: readonly unknown[]): unknown;
  readonly connection?: object;
  readonly binary?: boolean;
}

export interface PrepareRepeatedOptions {
  /** Maximum number of statements that a connection keeps prepared. Defaults to 100. */
  readonly statements?: number;
}

/** How often a statement is sent before it is prepared. */
const uses = 2;
/** Statements whose uses are counted, for each one that may be prepared. */
const countedPerPrepared = 10;
/** Maximum characters of a statement that is prepared. */
const longest = 20_000;

/**
 * Makes the connections of a `pg.Pool` prepare the queries that they repeat, so that PostgreSQL plans them once for each
 * connection: `prepareRepeated(new pg.Pool(…))`. Returns the pool. Only queries without parameters are prepared, such as
 * pages without a search or a filter: for others, one plan for all values can be far worse than a plan for the value.
 *
 * Not with a pooler in transaction mode, such as PgBouncer, unless it tracks prepared statements
 * (`max_prepared_statements`).
 */
export function prepareRepeated<Pool extends PreparingPool>(
  pool: Pool,
  { statements = 100 }: PrepareRepeatedOptions = {},
): Pool {
  const names = statementNames(statements * countedPerPrepared);
  pool.on('connect', (client) => {
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
    const prepare = async (text: string, name: string) => {
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
        const result = await read(statement);
        prepared.delete(name);
        prepared.set(name, statement);

        return result;
      } catch (error) {
        if (!isOutdated(error)) throw error;
        forget(name);
        names.renew(text);

        // Fails in a transaction, which has ended with the error.
        return Promise.resolve(send(text)).catch(() => Promise.reject(error));
      }
    };

    client.query = (...args) => {
      const name = isPreparable(args) ? names.nameOf(args[0]) : null;

      return name === null ? send(...args) : prepare(args[0] as string, name);
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
    renew(text: string) {
      texts.delete(text);
    },
  };
}

/** Whether it is one query as a text, without parameters and without a callback. */
function isPreparable(args: readonly unknown[]): args is readonly [string, ...unknown[]] {
  const [text, values, ...others] = args;

  return (
    typeof text === 'string' &&
    others.length === 0 &&
    (values === undefined || (Array.isArray(values) && values.length === 0)) &&
    text.length <= longest &&
    /^\s*select\b/i.test(text) &&
    !text.includes(';')
  );
}

/** The columns of its tables have other types now, or the connection has other statements than `pg` believes. */
function isOutdated(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };

  return code === '26000' || code === '42P05' || (code === '0A000' && message.includes('cached plan'));
}
