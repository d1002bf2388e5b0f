import { installRowCounts, removeRowCounts } from '@rowhouse/tables';
import type { Kysely } from 'kysely';

/** Tables whose kept row counts follow what is created and deleted in them. */
const counted = ['orders', 'cities'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await installRowCounts(db, counted);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeRowCounts(db, counted);
}
