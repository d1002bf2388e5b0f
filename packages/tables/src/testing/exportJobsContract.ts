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
        const subject = await setup();
        const { message, export: job } = await start(subject, {});
        ok(message.length > 0);
        ok(job.id !== '' && job.path !== '');
        deepEqual([job.kind, job.table, job.download], ['export', subject.table, null]);
        ok(isJobOpen(job));
        await ended(subject, job);
      },
    },
    {
      name: 'writes all rows of the request, and reports their number',
      async run() {
        const subject = await setup();
        const all = await exported(subject, {});
        const some = await exported(subject, subject.narrowed);
        deepEqual(all.file, await direct(subject, {}));
        deepEqual(some.file, await direct(subject, subject.narrowed));
        ok(some.job.entries < all.job.entries);
        equal(some.job.total, some.job.entries);
      },
    },
    {
      name: 'writes dates in the time zone of the request',
      async run() {
        const subject = await setup();
        const timeZone = 'Pacific/Auckland';
        const { file } = await exported(subject, subject.narrowed, { timeZone });
        deepEqual(file, await direct(subject, subject.narrowed, timeZone));
      },
    },
    {
      name: 'writes the requested format',
      async run() {
        const subject = await setup();
        const { file } = await exported(subject, subject.narrowed, { format: 'xlsx' });
        equal(file.slice(0, 2), 'PK');
      },
    },
    {
      name: 'gives exports that run at the same time a file each',
      async run() {
        const subject = await setup();
        const [all, some] = await Promise.all([exported(subject, {}), exported(subject, subject.narrowed)]);
        notEqual(all.job.id, some.job.id);
        deepEqual(
          [all.file, some.file],
          [await direct(subject, {}), await direct(subject, subject.narrowed)],
        );
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
async function exported<User>(subject: ExportJobsSetup<User>, payload: object, requested?: Requested) {
  const { export: started } = await start(subject, payload, requested);
  const job = await ended(subject, started);
  equal(job.status, 'finalized');

  return { job, file: Buffer.from(await subject.file(job)).toString('latin1') };
}

/** Waits at most 30 seconds. */
async function ended<User>(subject: ExportJobsSetup<User>, started: TableJob): Promise<TableJob> {
  const deadline = Date.now() + 30_000;

  for (;;) {
    const job = await subject.job(started);
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
