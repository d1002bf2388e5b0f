import { installRowCounts, removeRowCounts } from '@rowhouse/tables';
import type { Kysely } from 'kysely';

/** Tables whose created and deleted rows update cached row counts. */
const counted = ['orders', 'cities'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await installRowCounts(db, counted);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeRowCounts(db, counted);
}
