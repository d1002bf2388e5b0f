import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openJobStatuses } from '@rowhouse/table-protocol/internal';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../kernel/database/Database.ts';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import { PermanentJobError, type TableJobRow } from '../tableJob.ts';

/** Folder in the file store of the files that users have sent. */
const uploadFolder = 'imports';

/** The payload of an import's record. */
export interface ImportPayload {
  /** Key of the file that the user has sent. */
  readonly upload: string;
  /** The options of the client. */
  readonly options: unknown;
}

/** A key that cannot be guessed, with the time of the upload. */
export function uploadKey(): string {
  return `${uploadFolder}/${Date.now()}-${randomUUID()}`;
}

/** Throws PermanentJobError for a record that this release cannot read. */
export function importPayload({ payload }: Pick<TableJobRow, 'payload'>): ImportPayload {
  const { upload, options } = Object(payload) as Partial<ImportPayload>;
  if (typeof upload !== 'string') throw new PermanentJobError({ code: 'request.unreadable' });

  return { upload, options };
}

/** Copies a file of the store to this machine. Throws PermanentJobError if it no longer exists. */
export async function fetchUpload(files: FileStore, key: string, path: string): Promise<void> {
  const stored = await files.open(key);
  if (stored === null) throw new PermanentJobError({ code: 'import.file_missing' });
  await pipeline(stored.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

/** Milliseconds after which a file without a record is one whose request was interrupted. */
const unclaimedFor = 3_600_000;

/** Removes the files of imports that have ended, and those that no import has. Returns their number. */
export async function removeUploads({
  db,
  files,
}: {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
}): Promise<number> {
  const keys = await files.list(uploadFolder);
  if (keys.length === 0) return 0;
  const rows = await db
    .selectFrom('table_jobs')
    .select([sql<string>`payload ->> 'upload'`.as('upload'), 'status'])
    .where('kind', '=', 'import')
    .execute();
  const open = new Set(
    rows.flatMap(({ upload, status }) => (openJobStatuses.some((known) => known === status) ? [upload] : [])),
  );
  const ended = new Set(rows.map(({ upload }) => upload).filter((upload) => !open.has(upload)));
  let removed = 0;
  for (const key of keys) {
    if (open.has(key) || (!ended.has(key) && !isUnclaimed(key))) continue;
    await files.delete(key);
    removed++;
  }

  return removed;
}

/** A younger file may belong to a record that is about to be written. */
function isUnclaimed(key: string): boolean {
  return Date.now() - Number(/(\d+)-[\w-]+$/.exec(key)?.[1] ?? 0) > unclaimedFor;
}
