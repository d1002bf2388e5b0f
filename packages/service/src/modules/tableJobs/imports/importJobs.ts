import { createWriteStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { EnglishText } from '@rowhouse/problems';
import { type ImportCounts, type ImportJobs, type ImportResult, TableError } from '@rowhouse/tables';
import { actionRouteNames, pathOf } from '@rowhouse/tables/internal';
import { ServiceError } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import type { FileStore } from '../../../kernel/files/FileStore.ts';
import { storedText } from '../../../kernel/language/translate.ts';
import { channelsOf, type JobEnd } from '../endTableJob.ts';
import { partialFolder, partialPath, storeKey } from '../exports/exportFiles.ts';
import type { JobProgress } from '../followRecord.ts';
import { inTimeSlice } from '../inTimeSlice.ts';
import type { JobCode } from '../jobOutcome.ts';
import { downloadPath, storedJob } from '../presentJob.ts';
import type { TableJobAttempt, TableWork } from '../runTableJob.ts';
import { startTableJob, type TableJobSending, undoOf } from '../startTableJob.ts';
import { PermanentJobError, type TableJobDependencies, type TableJobRow } from '../tableJob.ts';
import { undoneEnd, progressOf as undoneProgress, undoRunOf } from '../undoneEnd.ts';
import { fetchUpload, importPayload, uploadKey } from './importFiles.ts';

/** Starts imports: stores the file and returns; a worker of the queue imports it. */
export function importJobs(sending: TableJobSending & { readonly files: FileStore }): ImportJobs<User> {
  const { files, translate, secret } = sending;

  return {
    undo: async ({ table, payload, user: given, timeZone }) => {
      const user = signedIn(given);
      const { language } = user;
      const name = translate(language, table.template.name);
      const request = { kind: 'import', table: table.id, name, payload, user, timeZone } as const;
      const { row } = await startTableJob(sending, request);
      const text: EnglishText =
        'The undo of the import into {name} has started. You will be notified when it is done.';

      return {
        message: translate(language, text, { name }),
        import: { ...storedJob(row, secret), message: null },
      };
    },
    start: async ({ table, path, payload, user: given, timeZone }) => {
      const user = signedIn(given);
      const { language } = user;
      const name = translate(language, table.template.name);
      const upload = uploadKey();
      // The store takes the file away.
      const copy = `${path}-copy`;
      await copyFile(path, copy);
      try {
        await files.put(upload, copy);
        const { row } = await startTableJob(sending, {
          kind: 'import',
          table: table.id,
          name,
          format: 'csv',
          payload: { upload, options: payload },
          user,
          timeZone,
        });

        const text: EnglishText = 'The import into {name} has started. You will be notified when it is done.';

        return {
          message: translate(language, text, { name }),
          import: { ...storedJob(row, secret), message: null },
        };
      } catch (error) {
        await files.delete(upload).catch(() => undefined);
        throw error;
      } finally {
        await rm(copy, { force: true });
      }
    },
  };
}

function signedIn(user: User | null): User {
  if (user !== null) return user;
  throw new ServiceError(
    'service.unauthenticated',
    'Imports require a signed-in user, who is notified of the result. Sign in and try again.',
  );
}

/** Imports a file, or continues where an earlier attempt stopped; the refused rows become a file. */
export function importWork(dependencies: TableJobDependencies): TableWork {
  const { files, config } = dependencies;

  return {
    permission: ({ id, template, routeNames }) =>
      template.auth ? null : (routeNames.import ?? `${id}.import`),
    run: async (attempt) => {
      const { row } = attempt;
      if (undoOf(row.payload) !== null) return undoImport(dependencies, attempt);
      const { upload, options } = importPayload(row);
      const path = await partialPath(partialFolder(config), row);
      const refusedPath = `${path}.refused`;
      try {
        await fetchUpload(files, upload, path);
        const result = await importFile(dependencies, attempt, path, options).catch(refuseFile);
        const key = result.failed > 0 ? storeKey(row) : null;
        const undo = undoOfImport(attempt, result);
        if (key === null) return { ...ended(dependencies, result, null), undo };
        const refused = await dependencies.tables.imports.refused(
          row.table_name,
          path,
          options,
          attempt.user,
          {
            ...callOf(dependencies, row),
            runId: runOf(row),
          },
        );
        await pipeline(refused, createWriteStream(refusedPath, { flags: 'w', mode: 0o600 }));

        return { ...ended(dependencies, result, { key, size: await files.put(key, refusedPath) }), undo };
      } finally {
        await rm(path, { force: true });
        await rm(refusedPath, { force: true });
      }
    },
    discard: async ({ values }) => {
      if (values?.file !== undefined) await files.delete(values.file);
    },
  };
}

function undoOfImport({ table }: TableJobAttempt, { undo }: ImportResult): JobEnd['undo'] {
  const { undo: route } = actionRouteNames(table.routeNames.import ?? `${table.id}.import`);

  return undo === null ? null : { id: undo, path: `/api${pathOf(route)}` };
}

/** A fault of the file, or of its columns, is found before a row is written. */
function refuseFile(error: unknown): never {
  if (!(error instanceof TableError) || error.code !== 'tables.invalid_request') throw error;
  const [fault = error.text] = Object.values(error.fieldTexts ?? {})[0] ?? [];
  throw new PermanentJobError(
    { code: 'import.refused', parameters: { fault: storedText(fault) } },
    { cause: error },
  );
}

function runOf({ id }: Pick<TableJobRow, 'id'>): string {
  return `import.${id}`;
}

function callOf({ translate }: Pick<TableJobDependencies, 'translate'>, row: TableJobRow) {
  return {
    timeZone: row.time_zone,
    translate: (text: string, values?: object) => translate(row.language, text as never, values as never),
  } as const;
}

function importFile(
  dependencies: TableJobDependencies,
  attempt: TableJobAttempt,
  path: string,
  options: unknown,
): Promise<ImportResult> {
  const { tables, config } = dependencies;
  const { row, user, report } = attempt;

  return inTimeSlice(attempt, config.tables.export.timeout, (signals) =>
    tables.imports.run(row.table_name, path, options, user, {
      ...callOf(dependencies, row),
      ...signals,
      runId: runOf(row),
      authorize: () => attempt.authorize(),
      onProgress: (counts) => report(progressOf(counts)),
    }),
  );
}

/** Undoes an import, or continues to. */
async function undoImport(
  { tables, config }: TableJobDependencies,
  attempt: TableJobAttempt,
): Promise<JobEnd> {
  const { row, user, report } = attempt;
  const result = await inTimeSlice(attempt, config.tables.export.timeout, (signals) =>
    tables.imports.undo(row.table_name, row.payload, user, {
      ...signals,
      runId: undoRunOf(row),
      timeZone: row.time_zone,
      now: row.created_at,
      onProgress: (counts) => report(undoneProgress(counts)),
    }),
  );

  return undoneEnd(row, result, config);
}

function progressOf({ total, created, updated, failed }: ImportCounts): Required<JobProgress> {
  return { total, entries: created + updated + failed, failed };
}

function ended(
  { config, secret }: TableJobDependencies,
  result: ImportResult,
  file: { readonly key: string; readonly size: number } | null,
): JobEnd {
  const { total, created, updated, failed } = result;
  const expires = new Date(Date.now() + config.exports.keepHours * 3_600_000);
  const code: JobCode = failed > 0 ? 'import.done_in_part' : 'import.done';

  return {
    status: 'finalized',
    title: 'The import into {name} is done',
    outcome: {
      code,
      parameters: { total, created, updated, failed, until: { instant: expires.toISOString() } },
    },
    values: {
      ...progressOf(result),
      ...(file && { file: file.key, file_size: file.size, expires_at: expires }),
    },
    ...(file && {
      link: (row) => ({ path: downloadPath(row, secret) ?? '', label: 'Download the refused rows' }),
    }),
    channels: channelsOf('import', config),
  };
}
