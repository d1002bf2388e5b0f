import { installFiles, removeFiles } from '@rowhouse/tables';
import type { Kysely } from 'kysely';

/** The files of fields of records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installFiles(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeFiles(db);
}
