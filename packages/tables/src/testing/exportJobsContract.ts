import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TableJob } from '@rowhouse/table-protocol';
import { type ExportFileFormat, isJobOpen } from '@rowhouse/table-protocol/internal';
import type { Tables } from '../createTables.ts';
import type { ExportJobs } from '../export/ExportJobs.ts';

/** An implementation of `ExportJobs`, and a table that it exports. */
export interface ExportJobsSetup<User> {
  readonly jobs: ExportJobs<User>;
  readonly tables: Tables;
  /** May export the table. */
  readonly user: User;
  /** Id of a table whose rows do not change during the tests. */
  readonly table: string;
  /** The payload of a request that matches some of its rows, but not all. */
  readonly narrowed: object;
  /** The current state of a job, as its owner reads it. */
  job(started: TableJob): TableJob | Promise<TableJob>;
  /** The file of a finalized job. */
  file(job: TableJob): Promise<Uint8Array>;
}

/**
 * What every implementation of `ExportJobs` has to do, one case for each rule, to run in any test framework:
 *
 *     it.each(exportJobsContract(() => mySetup))('$name', ({ run }) => run());
 */
export function exportJobsContract<User>(
  setup: () => ExportJobsSetup<User> | Promise<ExportJobsSetup<User>>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  return [
    {
      name: 'responds with a job that is not finished, and a message',
      async run() {
        const parts = await setup();
        const { message, export: job } = await start(parts, {});
        ok(message.length > 0);
        ok(job.id !== '' && job.path !== '');
        deepEqual([job.kind, job.table, job.download], ['export', parts.table, null]);
        ok(isJobOpen(job));
        await ended(parts, job);
      },
    },
    {
      name: 'writes all rows of the request, and reports their number',
      async run() {
        const parts = await setup();
        const all = await exported(parts, {});
        const some = await exported(parts, parts.narrowed);
        deepEqual(all.file, await direct(parts, {}));
        deepEqual(some.file, await direct(parts, parts.narrowed));
        ok(some.job.entries < all.job.entries);
        equal(some.job.total, some.job.entries);
      },
    },
    {
      name: 'writes dates in the time zone of the request',
      async run() {
        const parts = await setup();
        const timeZone = 'Pacific/Auckland';
        const { file } = await exported(parts, parts.narrowed, { timeZone });
        deepEqual(file, await direct(parts, parts.narrowed, timeZone));
      },
    },
    {
      name: 'writes the requested format',
      async run() {
        const parts = await setup();
        const { file } = await exported(parts, parts.narrowed, { format: 'xlsx' });
        equal(file.slice(0, 2), 'PK');
      },
    },
    {
      name: 'gives exports that run at the same time a file each',
      async run() {
        const parts = await setup();
        const [all, some] = await Promise.all([exported(parts, {}), exported(parts, parts.narrowed)]);
        notEqual(all.job.id, some.job.id);
        deepEqual([all.file, some.file], [await direct(parts, {}), await direct(parts, parts.narrowed)]);
      },
    },
  ];
}

interface Requested {
  readonly format?: ExportFileFormat;
  readonly timeZone?: string;
}

async function start<User>(
  { jobs, tables, table: id, user }: ExportJobsSetup<User>,
  payload: object,
  { format = 'csv', timeZone = 'UTC' }: Requested = {},
) {
  const request = await tables.request(id, payload, user, timeZone);

  return jobs.start({ table: tables.get(id), payload, request, format, user, timeZone });
}

/** The finalized job, and its file as text, byte by byte. */
async function exported<User>(parts: ExportJobsSetup<User>, payload: object, requested?: Requested) {
  const { export: started } = await start(parts, payload, requested);
  const job = await ended(parts, started);
  equal(job.status, 'finalized');

  return { job, file: Buffer.from(await parts.file(job)).toString('latin1') };
}

/** Waits at most 30 seconds. */
async function ended<User>(parts: ExportJobsSetup<User>, started: TableJob): Promise<TableJob> {
  const deadline = Date.now() + 30_000;

  for (;;) {
    const job = await parts.job(started);
    if (!isJobOpen(job)) return job;
    ok(Date.now() < deadline, `The export ${job.id} is still ${job.status} after 30 seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function direct<User>(
  { tables, table, user }: ExportJobsSetup<User>,
  payload: object,
  timeZone = 'UTC',
): Promise<string> {
  const output = new PassThrough();
  const [file] = await Promise.all([
    buffer(output),
    tables.exportRows(table, payload, user, { format: 'csv', timeZone, output }),
  ]);

  return file.toString('latin1');
}
