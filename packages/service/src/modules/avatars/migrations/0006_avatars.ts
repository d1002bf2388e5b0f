import { installAvatars, removeAvatars } from '@rowhouse/avatars';
import type { Kysely } from 'kysely';

/** What users look like. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installAvatars(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeAvatars(db);
}
