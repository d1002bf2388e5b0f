import type { AnyRow } from '../../../definition/defineTable.ts';
import type { OpenRowSnapshot } from '../../RowSnapshot.ts';

/** The driver's stream keeps the connection to itself, so what is read beside the rows is read by another. */
export const openRowSnapshot: OpenRowSnapshot = async (db) => {
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute();

  return {
    read: async (query, signal) =>
      (await transaction.executeQuery(query, { signal, inflightQueryAbortStrategy: 'cancel query' })).rows,
    beside: db,
    async *rows(query, size, signal) {
      let chunk: AnyRow[] = [];

      for await (const { rows } of transaction.getExecutor().stream<AnyRow>(query, size, {
        signal,
      })) {
        for (const row of rows) chunk.push(row);
        if (chunk.length < size) continue;
        yield chunk;
        chunk = [];
      }
      if (chunk.length > 0) yield chunk;
    },
    close: async () => {
      await transaction.rollback().execute();
    },
  };
};
