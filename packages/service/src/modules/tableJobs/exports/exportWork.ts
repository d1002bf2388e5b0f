import { createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFileFormat } from '@rowhouse/table-protocol';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import type { JobEnd } from '../endTableJob.ts';
import { channelsOf } from '../failTableJob.ts';
import { PermanentJobError } from '../PermanentJobError.ts';
import { downloadPath } from '../presentJob.ts';
import type { TableJobAttempt, TableWork } from '../runTableJob.ts';
import type { TableJobParts } from '../TableJobParts.ts';
import type { TableJobRow } from '../tableJobsTable.ts';
import {
  type FileOwner,
  ownerOfKey,
  ownerOfPartial,
  partialFolder,
  partialPath,
  storeFolder,
  storeKey,
} from './exportFiles.ts';
import { fileName } from './fileName.ts';

/** Writes a file of rows, and moves it into the store once it is whole. */
export function exportWork(parts: TableJobParts): TableWork {
  const { files, config } = parts;

  return {
    permission: ({ template, routeNames }) => (template.auth ? null : routeNames.exportExcel),
    run: async (attempt) => {
      const { row, gone, leave } = attempt;
      const folder = partialFolder(config);
      const path = await partialPath(folder, row);
      if (row.attempt > 1) await removeLeftovers({ files, folder }, row);
      const late = AbortSignal.timeout(config.tables.export.timeout * 1000);
      try {
        const rows = await write(parts, attempt, path, AbortSignal.any([gone, leave, late]));
        const key = storeKey(row);
        const size = await files.put(key, path).catch(async (error) => {
          await files.delete(key).catch(() => undefined);
          throw error;
        });

        return finalized(parts, row, { rows, key, size });
      } catch (error) {
        if (late.aborted && !gone.aborted && !leave.aborted) throw tookTooLong(config.tables.export.timeout);
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

/** Answers the number of rows. */
async function write(
  { tables, translate }: TableJobParts,
  { row, user, report }: TableJobAttempt,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  // It may fail once more after the export has ended, which is nobody's business then.
  output.on('error', () => undefined);
  let total = 0;
  try {
    const { rows } = await tables.exportRows(row.table_name, row.payload, user, {
      format: row.format as ExportFileFormat,
      timeZone: row.time_zone,
      output,
      signal,
      translate: (text) => translate(row.language, text),
      onStart: (counted) => {
        total = counted;
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
  { config, secret }: TableJobParts,
  row: TableJobRow,
  { rows, key, size }: { rows: number; key: string; size: number },
): JobEnd {
  const expires = new Date(Date.now() + config.exports.keepHours * 3_600_000);

  return {
    status: 'finalized',
    title: 'The export of {name} is ready',
    text: '{file} has {rows} {rows|row|rows}, and can be downloaded until {until}.',
    parameters: {
      rows,
      file: fileName(row, row.time_zone ?? config.tables.timeZone),
      until: { instant: expires.toISOString() },
    },
    values: { total: rows, entries: rows, file: key, file_size: size, expires_at: expires },
    link: (ended) => ({ path: downloadPath(ended, secret) ?? '', label: 'Download the file' }),
    channels: channelsOf(row.kind, config),
    mandatory: ['mail'],
  };
}

function tookTooLong(seconds: number): PermanentJobError {
  return new PermanentJobError(
    'The export exceeded the time limit of {seconds} seconds. Select fewer rows, or ask the operator to ' +
      'raise tables.export.timeout.',
    { seconds },
  );
}

/** Removes what earlier attempts at a job have left when they were killed: none of them can end the job any more. */
async function removeLeftovers(
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
