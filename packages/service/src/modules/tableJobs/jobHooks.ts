import { ServiceError } from '../../kernel/errors.ts';
import type { HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { ActionEvent, ExportEvent } from '../../kernel/hooks/Hooks.ts';
import { PermanentJobError } from './PermanentJobError.ts';
import type { TableJobRow } from './tableJobsTable.ts';

interface Parts {
  readonly hooks: HookCalls;
}

/**
 * Asks modules about a job that a worker begins.
 *
 * @throws PermanentJobError with the reason of a module that refuses it.
 */
export async function askBeforeJob({ hooks }: Parts, row: TableJobRow): Promise<void> {
  try {
    if (row.kind === 'export') await hooks.before('export', exportOf(row));
    else await hooks.before('action', actionOf(row));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new PermanentJobError('{reason}', { reason: error.message }, { cause: error });
  }
}

/** Tells modules of a job that has ended. */
export async function tellJobEnd({ hooks }: Parts, row: TableJobRow): Promise<void> {
  const { status, entries, file } = row;
  const failed = Number(row.failed ?? 0);
  const end = {
    state: status === 'finalized' ? 'finalized' : 'failed',
    done: Math.max(0, Number(entries ?? 0) - failed),
    failed,
    file,
  } as const;
  if (row.kind === 'export') await hooks.after('export', { ...exportOf(row), ...end });
  else await hooks.after('action', { ...actionOf(row), ...end });
}

function exportOf(row: TableJobRow): ExportEvent {
  return { ...workOf(row), format: row.format ?? '' };
}

function actionOf(row: TableJobRow): ActionEvent {
  return { ...workOf(row), action: row.action ?? '', isBackground: true };
}

/** Who ordered it in that user's name is told when it is ordered: a job belongs to the user. */
function workOf({ id, table_name: table, payload, created_by: by }: TableJobRow) {
  return { by, impersonatedBy: null, table, payload, stage: 'work', job: id } as const;
}
