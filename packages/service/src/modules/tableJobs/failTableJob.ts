import type { Config } from '../../kernel/config/Config.ts';
import type { Channel } from '../../kernel/Notifier.ts';
import { type EndParts, endTableJob } from './endTableJob.ts';
import { type FailureReason, interrupted } from './failureReason.ts';
import type { TableJobParts } from './TableJobParts.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** Ends a job that has failed for good: by this attempt, where one is given. Tells its owner why. */
export async function failTableJob(
  parts: EndParts,
  row: TableJobRow,
  { text, parameters }: FailureReason,
  attempt?: number,
): Promise<void> {
  const title = row.kind === 'export' ? 'The export of {name} failed' : 'The action {name} failed';
  const channels = channelsOf(row.kind, parts.config);
  await endTableJob(
    parts,
    row.id,
    { status: 'failed', text, title, channels, ...(parameters && { parameters }) },
    attempt,
  );
}

/** The same for a job whose attempts are used up: why the last one failed stands in its record. */
export async function giveUpTableJob(
  parts: EndParts,
  id: string,
  reason: FailureReason = interrupted,
): Promise<void> {
  const row = await parts.db.selectFrom('table_jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return;
  const told = row.message === null ? reason : { text: row.message, isPassing: false };
  await failTableJob(parts, row, told);
}

/** Whoever waits for a file has gone on with something else, and is told by mail as well. */
export function channelsOf(
  kind: TableJobRow['kind'],
  { tables }: Pick<Config, 'tables'>,
): readonly Channel[] {
  return kind === 'export'
    ? [...new Set([...(tables.export.notifications as readonly Channel[]), 'mail' as const])]
    : ['database', 'broadcast'];
}

/** A job whose code is gone may belong to a record that somebody waits for. */
export async function failUnknownJob(parts: TableJobParts, data: object): Promise<void> {
  const { record } = data as { record?: unknown };
  if (typeof record !== 'string' || !/^\d{1,18}$/.test(record)) return;
  await giveUpTableJob(parts, record, {
    text: 'This release no longer includes the requested job. Contact the operator.',
    isPassing: false,
  });
}
