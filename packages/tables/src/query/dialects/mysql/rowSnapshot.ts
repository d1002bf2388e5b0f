import type { AnyRow } from '../../../definition/TableContext.ts';
import { cancellableExecutor } from '../../cancellable.ts';
import type { OpenRowSnapshot } from '../Dialect.ts';

/** The driver's stream blocks its connection, so other reads use another connection. */
export const openRowSnapshot: OpenRowSnapshot = async (db, onError = () => undefined) => {
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute();

  const executorOf = (signal: AbortSignal | undefined) =>
    signal ? cancellableExecutor(db, transaction, { signal, onError }) : transaction.getExecutor();

  return {
    read: async (query, signal) => (await executorOf(signal).executeQuery(query)).rows,
    beside: db,
    async *rows(query, size, signal) {
      let chunk: AnyRow[] = [];

      try {
        for await (const { rows } of executorOf(signal).stream<AnyRow>(query, size)) {
          signal?.throwIfAborted();
          for (const row of rows) chunk.push(row);
          if (chunk.length < size) continue;
          yield chunk;
          chunk = [];
        }
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
      if (chunk.length > 0) yield chunk;
    },
    close: async () => {
      await transaction.rollback().execute();
    },
  };
};
