import type { Kysely } from 'kysely';
import type { FieldFileStore } from './FieldFileStore.ts';
import { replacedFor, unattachedFor } from './fieldFiles.ts';
import { fileKey } from './fileKey.ts';
import { type FileTable, fileTable } from './fileTable.ts';

/** Files that are looked up together. */
const batch = 500;

/**
 * Removes files that were sent more than 24 hours ago and that no record has, and those that records had more than 31 days ago, when
 * nothing can bring them back. Call it about every hour, in any number of processes. Returns their number. Throws the errors of the
 * store; what could not be removed is removed by the next call.
 */
export async function removeOldFiles<DB>(
  db: Kysely<DB>,
  store: FieldFileStore,
  { now = new Date() }: { readonly now?: Date } = {},
): Promise<number> {
  const files = fileTable(db);
  let removed = 0;
  for (let found = await oldFiles(files, now); found.length > 0; found = await oldFiles(files, now)) {
    for (const file of found) if (await remove(files, store, file, now)) removed++;
  }

  return removed;
}

async function oldFiles(files: Kysely<FileTable>, now: Date) {
  const old = files.selectFrom('rowhouse_files').select(['id', 'table_id']).limit(batch);
  const unattached = await old
    .where('attached_at', 'is', null)
    .where('created_at', '<', now.getTime() - unattachedFor)
    .execute();
  if (unattached.length > 0) return unattached;

  return old.where('replaced_at', '<', now.getTime() - replacedFor).execute();
}

/** In one transaction, so that no record takes a file that is being removed, and that none stays in the store. */
async function remove(
  files: Kysely<FileTable>,
  store: FieldFileStore,
  { id, table_id: table }: { readonly id: string; readonly table_id: string },
  now: Date,
): Promise<boolean> {
  return files.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('rowhouse_files')
      .where('id', '=', id)
      .where((either) =>
        either.or([
          either.and([
            either('attached_at', 'is', null),
            either('created_at', '<', now.getTime() - unattachedFor),
          ]),
          either('replaced_at', '<', now.getTime() - replacedFor),
        ]),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return false;
    await store.delete(fileKey({ table, id }));

    return true;
  });
}
