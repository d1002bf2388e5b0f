import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnglishText } from '@rowhouse/problems';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import type { ExportJobs } from '@rowhouse/tables';
import { ServiceError } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import { channelsOf, type JobEnd } from '../endTableJob.ts';
import { downloadPath, storedJob } from '../presentJob.ts';
import type { TableJobAttempt, TableWork } from '../runTableJob.ts';
import { startTableJob, type TableJobSending } from '../startTableJob.ts';
import { PermanentJobError, type TableJobDependencies, type TableJobRow } from '../tableJob.ts';
import {
  type FileOwner,
  fileName,
  ownerOfKey,
  ownerOfPartial,
  partialFolder,
  partialPath,
  storeFolder,
  storeKey,
} from './exportFiles.ts';

/** Starts exports: returns immediately; a worker of the queue writes the file. */
export function exportJobs(sending: TableJobSending): ExportJobs<User> {
  return {
    start: async ({ table, payload, request, format, user, timeZone }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Exports require a signed-in user, who receives the file. Sign in and export the table again.',
        );
      }
      const { language } = user;
      const name = sending.translate(language, table.template.name);
      const { row, isNew } = await startTableJob(sending, {
        kind: 'export',
        table: table.id,
        name,
        format,
        payload,
        request,
        user,
        timeZone,
      });
      const text: EnglishText = isNew
        ? 'The export of {name} has started. You will be notified when the file is ready.'
        : '{name} is already being exported. You will be notified when the file is ready.';

      return {
        message: sending.translate(language, text, { name }),
        export: { ...storedJob(row, sending.secret), message: null },
      };
    },
  };
}

/** Writes the rows into a partial file, and moves it into the store when it is complete. */
export function exportWork(dependencies: TableJobDependencies): TableWork {
  const { files, config } = dependencies;

  return {
    permission: ({ template, routeNames }) => (template.auth ? null : routeNames.exportExcel),
    run: async (attempt) => {
      const { row, cancelled, shutdown } = attempt;
      const folder = partialFolder(config);
      const path = await partialPath(folder, row);
      if (row.attempt > 1) await removeLeftovers({ files, folder }, row);
      const timeLimit = AbortSignal.timeout(config.tables.export.timeout * 1000);
      try {
        const rows = await write(
          dependencies,
          attempt,
          path,
          AbortSignal.any([cancelled, shutdown, timeLimit]),
        );
        const key = storeKey(row);
        const size = await files.put(key, path).catch(async (error) => {
          await files.delete(key).catch(() => undefined);
          throw error;
        });

        return finalized(dependencies, row, { rows, key, size });
      } catch (error) {
        if (timeLimit.aborted && !cancelled.aborted && !shutdown.aborted)
          throw new PermanentJobError({
            code: 'export.time_limit',
            parameters: { seconds: config.tables.export.timeout },
          });
        throw error;
      } finally {
        await rm(path, { force: true });
      }
    },
    discard: async ({ values }) => {
      if (values?.file !== undefined) await files.delete(values.file);
    },
  };
}

/** Returns the number of rows. */
async function write(
  { tables, translate }: TableJobDependencies,
  { row, user, report }: TableJobAttempt,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  // An error after the end of the export has no effect.
  output.on('error', () => undefined);
  let total = 0;
  try {
    const { rows } = await tables.exportRows(row.table_name, row.payload, user, {
      format: row.format as ExportFileFormat,
      timeZone: row.time_zone,
      now: row.created_at,
      output,
      signal,
      // A replica may have failed the first attempt.
      fromPrimary: row.attempt > 1,
      translate: (text) => translate(row.language, text),
      onStart: (count) => {
        total = count;
        report({ total, entries: 0 });
      },
      onProgress: (entries) => report({ total, entries }),
    });

    return rows;
  } finally {
    if (!output.writableFinished) output.destroy();
    await closed;
  }
}

function finalized(
  { config, secret }: TableJobDependencies,
  row: TableJobRow,
  { rows, key, size }: { rows: number; key: string; size: number },
): JobEnd {
  const expires = new Date(Date.now() + config.exports.keepHours * 3_600_000);

  return {
    status: 'finalized',
    title: 'The export of {name} is ready',
    outcome: {
      code: 'export.ready',
      parameters: {
        rows,
        file: fileName(row, row.time_zone ?? config.tables.timeZone),
        until: { instant: expires.toISOString() },
      },
    },
    values: { total: rows, entries: rows, file: key, file_size: size, expires_at: expires },
    link: (ended) => ({ path: downloadPath(ended, secret) ?? '', label: 'Download the file' }),
    channels: channelsOf(row.kind, config),
    mandatory: ['mail'],
  };
}

/** Removes the files of earlier attempts that were killed. None of them can end the job any more. */
async function removeLeftovers(
  { files, folder }: { readonly files: FileStore; readonly folder: string },
  { id, attempt }: Pick<TableJobRow, 'id' | 'attempt'>,
): Promise<void> {
  const isLeftover = (owner: FileOwner | null) => owner?.record === id && owner.attempt < attempt;
  for (const name of await readdir(folder)) {
    if (isLeftover(ownerOfPartial(name))) await rm(join(folder, name), { force: true });
  }
  for (const key of await files.list(storeFolder)) {
    if (isLeftover(ownerOfKey(key))) await files.delete(key);
  }
}
