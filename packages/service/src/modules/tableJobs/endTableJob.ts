import type { EnglishText } from '@rowhouse/problems';
import type { JobUndo } from '@rowhouse/table-protocol';
import { openJobStatuses } from '@rowhouse/table-protocol/internal';
import { sql } from 'kysely';
import { ServiceError } from '../../base/errors.ts';
import type { Config } from '../../kernel/config/Config.ts';
import { actorOf, type HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { Channel, NotificationContent } from '../../kernel/module/Notifier.ts';
import type { ActionEvent, ExportEvent } from './hookEvents.ts';
import { grantOf } from './jobGrant.ts';
import { type JobCode, type JobOutcome, jobTexts, ownOutcome, storedOutcome } from './jobOutcome.ts';
import { publishJob } from './presentJob.ts';
import { PermanentJobError, type TableJobDependencies, type TableJobRow } from './tableJob.ts';

/** Dependencies of ending a job. */
export type JobEndDependencies = Pick<
  TableJobDependencies,
  'db' | 'notifier' | 'events' | 'secret' | 'config' | 'hooks'
>;

export interface JobEnd {
  readonly status: 'finalized' | 'failed';
  readonly outcome: JobOutcome;
  readonly values?: {
    readonly total?: number;
    readonly entries?: number;
    readonly failed?: number;
    readonly file?: string;
    readonly file_size?: number;
    readonly expires_at?: Date;
  };
  /** How it is undone. */
  readonly undo?: JobUndo | null;
  /** Id of the change that it has undone: the job that made it is no longer offered to be. */
  readonly undone?: string | null;
  /** The title of the notification, with `{name}` for the name of the job. */
  readonly title: EnglishText;
  /** The notification's link, from the updated record. */
  readonly link?: (row: TableJobRow) => NotificationContent['link'];
  readonly channels: readonly Channel[];
  readonly mandatory?: readonly Channel[];
}

/**
 * Ends a job and sends its notification, in one transaction. Returns null if the job has already ended, or if `attempt`
 * is given and no longer owns the record.
 */
export async function endTableJob(
  { db, notifier, events, secret, hooks }: JobEndDependencies,
  id: string,
  end: JobEnd,
  attempt?: number,
): Promise<TableJobRow | null> {
  const ended = await db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('table_jobs')
      .select('name')
      .where('id', '=', id)
      .where('status', 'in', openJobStatuses)
      .$if(attempt !== undefined, (query) =>
        query.where('status', '=', 'processing').where('attempt', '=', attempt as number),
      )
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) return null;
    const { code, parameters } = end.outcome;
    const row = await transaction
      .updateTable('table_jobs')
      .set({
        ...end.values,
        ...(end.undo && { undo: JSON.stringify(end.undo) }),
        status: end.status,
        outcome: storedOutcome(found.name, end.outcome),
        finished_at: sql`now()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (end.undone) {
      await transaction
        .updateTable('table_jobs')
        .set({ undo: null })
        .where('created_by', '=', row.created_by)
        .where(sql<boolean>`undo ->> 'id' = ${end.undone}`)
        .execute();
    }
    const link = end.link?.(row);
    await notifier.notify(
      row.created_by,
      {
        type: `${row.kind}.${end.status}`,
        key: `${row.kind}.${id}`,
        title: end.title,
        body: jobTexts[code],
        parameters: { name: found.name, ...parameters },
        ...(link && { link }),
      },
      { channels: end.channels, ...(end.mandatory && { mandatory: end.mandatory }), db: transaction },
    );
    await publishJob({ events, secret }, row, transaction);

    return row;
  });
  if (ended !== null) await runAfterHooks({ hooks }, ended);

  return ended;
}

const failedTitles = {
  export: 'The export of {name} failed',
  action: 'The action {name} failed',
  import: 'The import into {name} failed',
} as const satisfies Readonly<Record<TableJobRow['kind'], EnglishText>>;

/** Ends a job as failed and notifies its owner of the reason. `attempt` as in `endTableJob`. */
export async function failTableJob(
  dependencies: JobEndDependencies,
  row: TableJobRow,
  outcome: JobOutcome,
  attempt?: number,
): Promise<void> {
  const title = failedTitles[row.kind];
  const channels = channelsOf(row.kind, dependencies.config);
  await endTableJob(dependencies, row.id, { status: 'failed', outcome, title, channels }, attempt);
}

/** The same for a job without remaining attempts. The record has the reason of the last failure. */
export async function giveUpTableJob(
  dependencies: JobEndDependencies,
  id: string,
  reason: JobCode = 'worker.stopped',
): Promise<void> {
  const row = await dependencies.db
    .selectFrom('table_jobs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return;
  await failTableJob(dependencies, row, row.outcome ?? { code: reason });
}

/** Exports also notify by mail: their owner may no longer have the page open. */
export function channelsOf(
  kind: TableJobRow['kind'],
  { tables }: Pick<Config, 'tables'>,
): readonly Channel[] {
  return kind === 'export'
    ? [...new Set([...(tables.export.notifications as readonly Channel[]), 'mail' as const])]
    : ['database', 'broadcast'];
}

/** Fails the record of a job whose kind this release no longer has. */
export async function failUnknownJob(dependencies: JobEndDependencies, data: object): Promise<void> {
  const { record } = data as { record?: unknown };
  if (typeof record !== 'string' || !/^\d{1,18}$/.test(record)) return;
  await giveUpTableJob(dependencies, record, 'queue.unknown');
}

interface HookDependencies {
  readonly hooks: HookCalls;
}

/**
 * Runs the `before` hooks of modules when a worker starts a job.
 *
 * @throws PermanentJobError with the reason of a module that refuses the job.
 */
export async function runBeforeHooks({ hooks }: HookDependencies, row: TableJobRow): Promise<void> {
  try {
    if (row.kind === 'export') await hooks.before('export', exportOf(row));
    else if (row.kind === 'import') await hooks.before('import', workOf(row));
    else await hooks.before('action', actionOf(row));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new PermanentJobError(ownOutcome(error.text), { cause: error });
  }
}

/** Runs the `after` hooks of modules for a job that has ended. */
export async function runAfterHooks({ hooks }: HookDependencies, row: TableJobRow): Promise<void> {
  const { status, entries, file } = row;
  const failed = Number(row.failed ?? 0);
  const end = {
    state: status === 'finalized' || status === 'cancelled' ? status : 'failed',
    done: Math.max(0, Number(entries ?? 0) - failed),
    failed,
    file,
  } as const;
  if (row.kind === 'export') await hooks.after('export', { ...exportOf(row), ...end });
  else if (row.kind === 'import') await hooks.after('import', { ...workOf(row), ...end });
  else await hooks.after('action', { ...actionOf(row), ...end });
}

function exportOf(row: TableJobRow): ExportEvent {
  return { ...workOf(row), format: row.format ?? '' };
}

function actionOf(row: TableJobRow): ActionEvent {
  return { ...workOf(row), action: row.action ?? '', isBackground: true };
}

function workOf(row: TableJobRow) {
  const { id, table_name: table, payload } = row;

  return { ...actorOf(grantOf(row)), table, payload, stage: 'work', job: id } as const;
}
