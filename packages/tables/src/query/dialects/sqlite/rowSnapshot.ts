import { CompiledQuery } from 'kysely';
import type { AnyRow } from '../../../definition/TableContext.ts';
import type { OpenRowSnapshot } from '../Dialect.ts';

const held = 'temp.rowhouse_rows';

/**
 * There is only one connection, which an open cursor would block. So the rows are first written to a temporary table
 * and read from there by position.
 */
export const openRowSnapshot: OpenRowSnapshot = async (db) => {
  const transaction = await db.startTransaction().execute();
  const run = (text: string, parameters: readonly unknown[] = []) =>
    transaction.executeQuery<AnyRow>(CompiledQuery.raw(text, [...parameters]));

  return {
    async read(query, signal) {
      signal?.throwIfAborted();

      return (await transaction.executeQuery(query)).rows;
    },
    beside: transaction,
    async *rows(query, size, signal) {
      await run(`create temporary table rowhouse_rows as ${query.sql}`, query.parameters);

      for (let start = 1; ; start += size) {
        signal?.throwIfAborted();
        const { rows } = await run(
          `select * from ${held} where rowid between ${start} and ${start + size - 1} order by rowid`,
        );
        if (rows.length === 0) return;
        yield rows;
      }
    },
    close: async () => {
      // Also drops the temporary table.
      await transaction.rollback().execute();
    },
  };
};
