import type { ExportJobs } from '@rowhouse/tables';
import type { User } from '../../../kernel/access/User.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { presentJob } from '../presentJob.ts';
import { startTableJob, type TableJobSending } from '../startTableJob.ts';

/** Takes orders for exports: answered at once, written by a worker of the queue. */
export function exportJobs(sending: TableJobSending): ExportJobs<User> {
  return {
    start: async ({ table, payload, request, format, user, timeZone }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Exports require a signed-in user, who receives the file. Sign in and export the table again.',
        );
      }
      const { language } = user;
      const name = sending.translate(language, table.template.name);
      const order = {
        kind: 'export',
        table: table.id,
        name,
        format,
        payload,
        request,
        user,
        timeZone,
      } as const;
      const { row, isNew } = await startTableJob(sending, order);
      const text = isNew
        ? 'The export of {name} has started. You will be notified when the file is ready.'
        : '{name} is already being exported. You will be notified when the file is ready.';

      return {
        message: sending.translate(language, text, { name }),
        export: presentJob(row, sending.secret),
      };
    },
  };
}
