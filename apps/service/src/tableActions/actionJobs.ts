import type { ActionJobs } from '@rowhouse/tables';
import type { User } from '../access/User.ts';
import type { TableJobSending } from '../exports/exportJobs.ts';
import { ServiceError } from '../http/errors.ts';
import { translate } from '../language/translate.ts';
import { presentJob } from '../tableJobs/presentJob.ts';
import { startTableJob } from '../tableJobs/startTableJob.ts';
import { tableJobAddress } from '../tableJobs/tableJobKind.ts';

/** Takes orders for actions in the background: answered at once, carried out by a worker of the queue. */
export function actionJobs({ db, jobs, secret, config }: TableJobSending): ActionJobs<User> {
  return {
    start: async ({ table, action, name: label, payload, request, user }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Actions in the background are for those who will be told of their end. Sign in, and try again.',
        );
      }
      const { language, id: owner } = user;
      const name = translate(language, label);
      // Actions have no pages.
      const { start: _start, length: _length, forceInfo: _info, ...sameness } = request;
      const { row, isNew } = await startTableJob(
        { db, jobs, kind: tableJobAddress('action', config) },
        { kind: 'action', table: table.id, name, action, payload, owner, language, sameness },
      );
      const text = isNew
        ? '{name} has begun. You will be told when it is done.'
        : '{name} is going on already. You will be told when it is done.';

      return { message: translate(language, text, { name }), job: presentJob(row, secret) };
    },
  };
}
