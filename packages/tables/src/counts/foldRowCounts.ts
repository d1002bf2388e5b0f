import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../query/dialects/Dialect.ts';

/** Change records folded in one transaction, so that it stays short. */
const batch = 5000;

/**
 * Adds recorded changes to a source's kept sums and removes the records. Readers see either both or neither, so a
 * reading is the same before and after. Safe to run in many processes at once.
 */
export async function foldRowCounts<DB>(db: Kysely<DB>, source: string, dialect: Dialect): Promise<void> {
  let folded: number;

  do {
    folded = await db.transaction().execute(async (transaction) => {
      // One process folds a source at a time; the next one finds what is left.
      await sql`select source from rowhouse_row_counts where source = ${source} ${sql.raw(dialect.rowCounts.lock)}`.execute(
        transaction,
      );
      const { rows } = await sql<{ id: number | string; delta: number | string }>`
        select id, delta from rowhouse_row_changes where source = ${source} order by id limit ${sql.lit(batch)}`.execute(
        transaction,
      );

      if (rows.length > 0) {
        const net = rows.reduce((sum, { delta }) => sum + Number(delta), 0);
        await sql`delete from rowhouse_row_changes where id in (${sql.join(rows.map(({ id }) => id))})`.execute(
          transaction,
        );
        await sql`update rowhouse_row_counts set changes = changes + ${sql.lit(rows.length)}, net = net + ${sql.lit(net)}
          where source = ${source}`.execute(transaction);
      }

      return rows.length;
    });
  } while (folded === batch);
}
