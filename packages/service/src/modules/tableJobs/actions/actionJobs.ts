import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { ActionJobs, ActionSummary, TableRequest } from '@rowhouse/tables';
import { actionRouteNames, failureText, pathOf } from '@rowhouse/tables/internal';
import { ServiceError } from '../../../base/errors.ts';
import type { User } from '../../../kernel/access/User.ts';
import { type StoredText, storedText } from '../../../kernel/language/translate.ts';
import { channelsOf, type JobEnd } from '../endTableJob.ts';
import { inTimeSlice } from '../inTimeSlice.ts';
import { type JobCode, ownOutcome } from '../jobOutcome.ts';
import { storedJob } from '../presentJob.ts';
import type { TableWork } from '../runTableJob.ts';
import { startTableJob, type TableJobSending, undoOf } from '../startTableJob.ts';
import { PermanentJobError, type TableJobDependencies, type TableJobRow } from '../tableJob.ts';
import { progressOf, undoneEnd } from '../undoneEnd.ts';

/** Starts background actions: returns immediately; a worker of the queue runs the action. */
export function actionJobs(sending: TableJobSending): ActionJobs<User> {
  return {
    start: async ({ table, action, name: label, payload, request, user, timeZone, listRows }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Background actions require a signed-in user, who is notified of the result. Sign in and try again.',
        );
      }
      const { language } = user;
      const name = sending.translate(language, label);
      const { row, isNew } = await startTableJob(sending, {
        kind: 'action',
        table: table.id,
        name,
        action,
        payload,
        request,
        user,
        timeZone,
        listRows,
      });
      if (!isNew) assertSameRows(row, request);
      const text: EnglishText = isNew
        ? '{name} has started. You will be notified when it is done.'
        : '{name} is already running. You will be notified when it is done.';

      return {
        message: sending.translate(language, text, { name }),
        job: { ...storedJob(row, sending.secret), message: null },
      };
    },
  };
}

/** An order joins a running action only if that is for as many rows as the user has confirmed. */
function assertSameRows({ name, total }: TableJobRow, { confirmed }: TableRequest): void {
  if (confirmed === null || confirmed === Number(total)) return;
  throw new ServiceError(
    'service.conflict',
    say`"${name}" is already running with another number of rows: ${String(total)}; confirmed: ${String(confirmed)}. Wait until it is done, then look at the rows and start it again if it still applies.`,
  );
}

/** Runs an action, or continues it where an earlier attempt stopped. */
export function actionWork({ tables, config }: Pick<TableJobDependencies, 'tables' | 'config'>): TableWork {
  return {
    permission: ({ id, template }, { action }) => (template.auth ? null : `${id}.${action}`),
    run: async (attempt) => {
      const { row, user, table, report } = attempt;
      const { id, table_name: name, action, payload, run } = row;
      if (action === null || run === null) throw new PermanentJobError({ code: 'request.unreadable' });
      const result = await inTimeSlice(attempt, config.tables.export.timeout, (signals) =>
        tables.runAction(name, action, payload, user, {
          ...signals,
          runId: run,
          timeZone: row.time_zone,
          now: row.created_at,
          onProgress: (counts) => report(progressOf(counts)),
        }),
      );
      if (undoOf(payload) !== null) {
        return undoneEnd(row, result, config, table.actions[action]?.delete ? 'restored' : 'undone');
      }
      const path = `/api${pathOf(actionRouteNames(`${name}.${action}`).undo)}`;

      // The message of the library is in the words of a request that waits for its end.
      return {
        ...endOf(id, result, table.actions[action]?.message ? result.text : null),
        undo: result.undo === null ? null : { id: result.undo, path },
      };
    },
  };

  function endOf(id: string, summary: ActionSummary, message: EnglishText | Text | null): JobEnd {
    const { state, processed, failed, total, failures } = summary;
    const isStopped = state === 'stopped';
    const [failure] = failures;
    const first: StoredText = failure ? storedText(failureText(failure)) : { text: '' };

    return {
      status: isStopped ? 'failed' : 'finalized',
      title: isStopped ? 'The action {name} was stopped by an error' : 'The action {name} is done',
      outcome:
        message === null
          ? { code: codeOf(isStopped, failed), parameters: { processed, failed, total, first } }
          : ownOutcome(message),
      values: progressOf(summary),
      ...(failed > 0 && { link: () => ({ path: `/actions/${id}`, label: 'Show the failed rows' }) }),
      channels: channelsOf('action', config),
    };
  }
}

function codeOf(isStopped: boolean, failed: number): JobCode {
  if (isStopped) return 'action.stopped';

  return failed === 0 ? 'action.applied' : 'action.applied_in_part';
}
