import { CompiledQuery, sql } from 'kysely';
import type { AnyRow } from '../../../definition/defineTable.ts';
import type { OpenRowSnapshot } from '../../RowSnapshot.ts';

const cursor = 'rowhouse_rows';

/**
 * A cursor of SQL rather than of the driver: others can read in the same transaction between two fetches, and any
 * driver can do it.
 */
export const openRowSnapshot: OpenRowSnapshot = async (db) => {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();

  return {
    read: async (query, signal) =>
      (await transaction.executeQuery(query, { signal, inflightQueryAbortStrategy: 'cancel query' })).rows,
    beside: transaction,
    async *rows(query, size, signal) {
      const stop = { signal, inflightQueryAbortStrategy: 'cancel query' } as const;
      const fetch = () =>
        transaction.executeQuery<AnyRow>(CompiledQuery.raw(`fetch forward ${size} from ${cursor}`), stop);

      // All rows are wanted, where the planner takes a cursor for one of which a tenth is read.
      await sql`set local cursor_tuple_fraction = 1`.execute(transaction);
      await transaction.executeQuery(
        CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${query.sql}`, [...query.parameters]),
        stop,
      );

      let next = fetch();

      for (;;) {
        const { rows } = await next;
        if (rows.length === 0) return;
        // Read while these are worked on; a failure is told when it is waited for.
        next = fetch();
        next.catch(() => undefined);
        yield rows;
      }
    },
    close: async () => {
      await transaction.rollback().execute();
    },
  };
};
