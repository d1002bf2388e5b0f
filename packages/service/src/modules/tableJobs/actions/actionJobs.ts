import type { ActionJobs } from '@rowhouse/tables';
import type { User } from '../../../kernel/access/User.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { presentJob } from '../presentJob.ts';
import { startTableJob, type TableJobSending } from '../startTableJob.ts';

/** Takes orders for actions in the background: answered at once, carried out by a worker of the queue. */
export function actionJobs(sending: TableJobSending): ActionJobs<User> {
  return {
    start: async ({ table, action, name: label, payload, request, user, timeZone }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Background actions require a signed-in user, who is notified of the result. Sign in and try again.',
        );
      }
      const { language } = user;
      const name = sending.translate(language, label);
      const order = {
        kind: 'action',
        table: table.id,
        name,
        action,
        payload,
        request,
        user,
        timeZone,
      } as const;
      const { row, isNew } = await startTableJob(sending, order);
      const text = isNew
        ? '{name} has started. You will be notified when it is done.'
        : '{name} is already running. You will be notified when it is done.';

      return { message: sending.translate(language, text, { name }), job: presentJob(row, sending.secret) };
    },
  };
}
