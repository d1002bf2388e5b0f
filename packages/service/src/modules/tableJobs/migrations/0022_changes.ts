import { installChanges, removeChanges } from '@rowhouse/tables';
import type { Kysely } from 'kysely';

/** Changes of records that can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installChanges(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeChanges(db);
}
