import type { ActionJobs } from '@rowhouse/tables';
import type { User } from '../access/User.ts';
import { ServiceError } from '../http/errors.ts';
import { translate } from '../language/translate.ts';
import { presentJob } from '../tableJobs/presentJob.ts';
import { startTableJob, type TableJobSending } from '../tableJobs/startTableJob.ts';

/** Takes orders for actions in the background: answered at once, carried out by a worker of the queue. */
export function actionJobs(sending: TableJobSending): ActionJobs<User> {
  return {
    start: async ({ table, action, name: label, payload, request, user, timeZone }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Actions in the background are for those who will be told of their end. Sign in, and try again.',
        );
      }
      const { language } = user;
      const name = translate(language, label);
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
        ? '{name} has begun. You will be told when it is done.'
        : '{name} is going on already. You will be told when it is done.';

      return { message: translate(language, text, { name }), job: presentJob(row, sending.secret) };
    },
  };
}
