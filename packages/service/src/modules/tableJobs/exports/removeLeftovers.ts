import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import type { TableJobRow } from '../tableJobsTable.ts';
import { type FileOwner, ownerOfKey, ownerOfPartial, storeFolder } from './exportFiles.ts';

/** Removes what earlier attempts at a job have left when they were killed: none of them can end the job any more. */
export async function removeLeftovers(
  { files, folder }: { readonly files: FileStore; readonly folder: string },
  { id, attempt }: Pick<TableJobRow, 'id' | 'attempt'>,
): Promise<void> {
  const isLeft = (owner: FileOwner | null) => owner?.record === id && owner.attempt < attempt;
  for (const name of await readdir(folder)) {
    if (isLeft(ownerOfPartial(name))) await rm(join(folder, name), { force: true });
  }
  for (const key of await files.list(storeFolder)) {
    if (isLeft(ownerOfKey(key))) await files.delete(key);
  }
}
