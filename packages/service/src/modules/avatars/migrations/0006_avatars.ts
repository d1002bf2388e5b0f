import { installAvatars, removeAvatars } from '@rowhouse/avatars';
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await installAvatars(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeAvatars(db);
}
