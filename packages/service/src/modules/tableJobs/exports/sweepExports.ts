import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import { type FileOwner, ownerOfKey, ownerOfPartial, storeFolder } from './exportFiles.ts';

export interface SweepParts {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  /** Where files are written. */
  readonly folder: string;
}

export interface Swept {
  /** Files whose time was over. */
  readonly expired: number;
  /** Files that workers left behind when they were killed. */
  readonly orphans: number;
}

/** Removes files that nobody needs any more. May run in several processes at once, and beside workers. */
export async function sweepExports(parts: SweepParts): Promise<Swept> {
  const expired = await removeExpired(parts);
  const partials = await removePartials(parts);
  const stored = await removeUnnamed(parts);

  return { expired, orphans: partials + stored };
}

async function removeExpired({ db, files }: SweepParts): Promise<number> {
  const rows = await db
    .selectFrom('table_jobs')
    .select(['id', 'file'])
    .where('file', 'is not', null)
    .where('expires_at', '<=', new Date())
    .execute();
  for (const { id, file } of rows) {
    if (file !== null) await files.delete(file);
    await db.updateTable('table_jobs').set({ file: null }).where('id', '=', id).execute();
  }

  return rows.length;
}

async function removePartials({ db, folder }: SweepParts): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const [name, owner] of owned(names, ownerOfPartial)) {
    if ((await recordOf(db, owner)).isWritten) continue;
    await rm(join(folder, name), { force: true });
    removed++;
  }

  return removed;
}

/** A file is named by its record, or its attempt is about to name it; a record is looked at after its file was seen. */
async function removeUnnamed({ db, files }: SweepParts): Promise<number> {
  let removed = 0;
  for (const [key, owner] of owned(await files.list(storeFolder), ownerOfKey)) {
    const { isWritten, file } = await recordOf(db, owner);
    if (isWritten || file === key) continue;
    await files.delete(key);
    removed++;
  }

  return removed;
}

async function recordOf(db: Kysely<Database>, { record, attempt }: FileOwner) {
  const row = await db
    .selectFrom('table_jobs')
    .select(['status', 'attempt', 'file'])
    .where('id', '=', record)
    .executeTakeFirst();

  return {
    /** Only the attempt that claimed the record last can still end it. */
    isWritten: row?.status === 'processing' && row.attempt === attempt,
    file: row?.file ?? null,
  };
}

function owned(names: readonly string[], ownerOf: (name: string) => FileOwner | null): [string, FileOwner][] {
  return names.flatMap((name): [string, FileOwner][] => {
    const owner = ownerOf(name);

    return owner === null ? [] : [[name, owner]];
  });
}
