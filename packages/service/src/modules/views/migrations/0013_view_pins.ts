import type { Kysely } from 'kysely';
import { up as install } from './0012_views.ts';

/** Adds the table of pinned views to existing databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await install(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('rowhouse_view_pins').ifExists().execute();
}
