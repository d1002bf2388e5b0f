import type { ActionCounts, ActionSummary } from '@rowhouse/tables';
import { Requeue } from '../../../kernel/jobs/Jobs.ts';
import type { JobEnd } from '../endTableJob.ts';
import { channelsOf } from '../failTableJob.ts';
import { endsForGood, type JobProgress } from '../followRecord.ts';
import { PermanentJobError } from '../PermanentJobError.ts';
import type { TableWork } from '../runTableJob.ts';
import type { TableJobParts } from '../TableJobParts.ts';
import { actionRunId } from './actionRunId.ts';

/** Carries out an action, and goes on with it where an earlier attempt has left it. */
export function actionWork({ tables, config }: Pick<TableJobParts, 'tables' | 'config'>): TableWork {
  return {
    permission: ({ id, template }, { action }) => (template.auth ? null : `${id}.${action}`),
    run: async ({ row, user, table, gone, leave, report }) => {
      const { id, table_name: name, action, payload } = row;
      if (action === null) throw new PermanentJobError('The stored request cannot be read.');
      const cancel = new AbortController();
      const pause = new AbortController();
      const onGone = () => (endsForGood(gone.reason) ? cancel : pause).abort(gone.reason);
      const onLeave = () => pause.abort(leave.reason);
      gone.addEventListener('abort', onGone);
      leave.addEventListener('abort', onLeave);
      if (gone.aborted) onGone();
      if (leave.aborted) onLeave();
      // Long runs are taken in turns with other jobs, and never as long as their queue would take for lost.
      const turn = setTimeout(
        () => pause.abort(new Requeue('The time slice of the action has ended.')),
        config.tables.export.timeout * 1000,
      );
      try {
        const result = await tables.runAction(name, action, payload, user, {
          runId: actionRunId(id),
          timeZone: row.time_zone,
          signal: cancel.signal,
          pause: pause.signal,
          onProgress: (counts) => report(progressOf(counts)),
        });

        // The library's own words are English only.
        return endOf(id, result, table.definition.actions?.[action]?.message ? result.message : null);
      } finally {
        clearTimeout(turn);
        gone.removeEventListener('abort', onGone);
        leave.removeEventListener('abort', onLeave);
      }
    },
  };

  function endOf(id: string, summary: ActionSummary, message: string | null): JobEnd {
    const { state, processed, failed, total, failures } = summary;
    const isStopped = state === 'stopped';
    const first = failures[0]?.message ?? '';

    return {
      status: isStopped ? 'failed' : 'finalized',
      title: isStopped ? 'The action {name} was stopped by an error' : 'The action {name} is done',
      text: message === null ? textOf(isStopped, failed) : '{message}',
      parameters: { processed, failed, total, first, message: message ?? '' },
      values: progressOf(summary),
      ...(failed > 0 && { link: () => ({ path: `/actions/${id}`, label: 'Show the failed rows' }) }),
      channels: channelsOf('action', config),
    };
  }
}

function progressOf({ total, processed, failed, gone }: ActionCounts): Required<JobProgress> {
  return { total, entries: processed + failed + gone, failed };
}

function textOf(isStopped: boolean, failed: number): string {
  if (isStopped) return 'It was applied to {processed} of {total} {total|row|rows}, then stopped: {first}';

  return failed === 0
    ? 'It was applied to {processed} {processed|row|rows}.'
    : 'It was applied to {processed} {processed|row|rows} and failed for {failed}. First failure: {first}';
}
