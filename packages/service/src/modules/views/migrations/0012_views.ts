import { installViews, removeViews } from '@rowhouse/tables/views';
import type { Kysely } from 'kysely';

/** Saved views of tables. They are deleted with their user, and with their role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installViews(db, {
    users: { table: 'users', type: 'integer' },
    roles: { table: 'roles', type: 'integer' },
  });
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeViews(db);
}
