import { CompiledQuery, sql } from 'kysely';
import type { AnyRow } from '../../../definition/TableContext.ts';
import { cancellable, runnerOf } from '../../cancellable.ts';
import type { OpenRowSnapshot } from '../Dialect.ts';

const cursor = 'rowhouse_rows';

/**
 * A cursor of SQL rather than of the driver: others can read in the same transaction between two fetches, and any
 * driver can do it.
 */
export const openRowSnapshot: OpenRowSnapshot = async (db, onError = () => undefined) => {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();

  let last: Promise<unknown> = Promise.resolve();
  const runner = (signal: AbortSignal | undefined) => {
    const run = signal ? cancellable(db, transaction, { signal, onError }) : runnerOf(transaction);

    return <Row>(query: CompiledQuery<Row>) => {
      const rows = run(query);
      last = rows.catch(() => undefined);

      return rows;
    };
  };

  return {
    read: (query, signal) => runner(signal)(query),
    beside: transaction,
    async *rows(query, size, signal) {
      const run = runner(signal);
      const fetch = () =>
        run(CompiledQuery.raw(`fetch forward ${size} from ${cursor}`) as CompiledQuery<AnyRow>);

      // All rows are wanted, where the planner takes a cursor for one of which a tenth is read.
      await sql`set local cursor_tuple_fraction = 1`.execute(transaction);
      await run(
        CompiledQuery.raw(`declare ${cursor} no scroll cursor for ${query.sql}`, [...query.parameters]),
      );

      let next = fetch();

      for (;;) {
        const rows = await next;
        if (rows.length === 0) return;
        // Read while these are worked on; a failure is told when it is waited for.
        next = fetch();
        next.catch(() => undefined);
        yield rows;
      }
    },
    close: async () => {
      // A cancellation that is under way must not meet the rollback.
      await last;
      await transaction.rollback().execute();
    },
  };
};
