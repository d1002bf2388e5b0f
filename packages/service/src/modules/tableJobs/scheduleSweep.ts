import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openJobStatuses } from '@rowhouse/table-protocol/internal';
import { removeOldFiles } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';
import { fieldFileStore } from '../../kernel/files/fieldFileStore.ts';
import type { Jobs } from '../../kernel/jobs/Jobs.ts';
import { repeat } from '../../kernel/jobs/repeat.ts';
import { giveUpTableJob, type JobEndDependencies } from './endTableJob.ts';
import {
  type FileOwner,
  ownerOfKey,
  ownerOfPartial,
  partialFolder,
  storeFolder,
} from './exports/exportFiles.ts';
import { removeUploads } from './imports/importFiles.ts';
import type { TableJobDependencies } from './tableJob.ts';

/** Ends open records whose job was deleted from its queue. Returns their number. */
export async function endLostJobs(
  dependencies: JobEndDependencies,
  jobs: Pick<Jobs, 'hasOpen'>,
): Promise<number> {
  const rows = await dependencies.db
    .selectFrom('table_jobs')
    .select('id')
    .where('status', 'in', openJobStatuses)
    .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute();
  let ended = 0;
  for (const { id } of rows) {
    if (await jobs.hasOpen({ record: id })) continue;
    await giveUpTableJob(dependencies, id, 'queue.lost');
    ended++;
  }

  return ended;
}

/**
 * Removes files that exports, imports and records no longer need, and ends lost jobs: immediately, and then every ten minutes. A step that
 * fails does not prevent the others. Returns a function that stops it after the current step.
 */
export function scheduleSweep(
  dependencies: TableJobDependencies & { readonly jobs: Jobs },
): () => Promise<void> {
  const { db, files, tables, config, jobs, logger } = dependencies;
  const steps: readonly [name: string, step: () => Promise<string[]>][] = [
    [
      'Files of exports',
      async () => {
        const { expired, orphans } = await sweepExports({ db, files, folder: partialFolder(config) });

        return [...counted(expired, 'expired files'), ...counted(orphans, 'files of killed workers')];
      },
    ],
    ['Files of imports', async () => counted(await removeUploads({ db, files }), 'files of imports')],
    [
      'Files of records',
      async () => {
        // Of the service also if no table has such fields any more.
        const own = await removeOldFiles(db, fieldFileStore(files));

        return counted(own + (await tables.files.removeOld()), 'files of records');
      },
    ],
    ['Lost jobs', async () => counted(await endLostJobs(dependencies, jobs), 'lost jobs')],
  ];

  async function sweep(signal: AbortSignal): Promise<void> {
    const swept: string[] = [];
    for (const [name, step] of steps) {
      if (signal.aborted) break;
      try {
        swept.push(...(await step()));
      } catch (error) {
        logger.warn(`${name} were not cleaned up: ${(error as Error).message}`);
      }
    }
    if (swept.length > 0) logger.info(`Cleaned up: ${swept.join(', ')}.`);
  }

  return repeat(sweep, {
    first: 0,
    every: 600_000,
    onError: (error) => logger.warn(`The scheduled cleanup stopped: ${String(error)}`),
  });
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${what}: ${count}`];
}

interface SweepDependencies {
  readonly db: Kysely<Database>;
  readonly files: FileStore;
  /** The folder of partial files. */
  readonly folder: string;
}

/**
 * Removes expired files, and orphaned files of killed workers. May run in several processes at the same time, and while
 * workers run.
 */
export async function sweepExports(
  dependencies: SweepDependencies,
): Promise<{ readonly expired: number; readonly orphans: number }> {
  const expired = await removeExpired(dependencies);
  const partials = await removePartials(dependencies);
  const stored = await removeUnreferenced(dependencies);

  return { expired, orphans: partials + stored };
}

async function removeExpired({ db, files }: SweepDependencies): Promise<number> {
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

async function removePartials({ db, folder }: SweepDependencies): Promise<number> {
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

/** A record is read after its file was listed: by then it references the file, or its attempt is still writing. */
async function removeUnreferenced({ db, files }: SweepDependencies): Promise<number> {
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
    /** Only the attempt that claimed the record last can end it. */
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
