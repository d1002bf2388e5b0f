import type { ExportJobs } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { User } from '../access/User.ts';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import { ServiceError } from '../http/errors.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import { translate } from '../language/translate.ts';
import { presentJob } from '../tableJobs/presentJob.ts';
import { startTableJob } from '../tableJobs/startTableJob.ts';
import { tableJobAddress } from '../tableJobs/tableJobKind.ts';

export interface TableJobSending {
  readonly db: Kysely<Database>;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly config: Pick<Config, 'tables'>;
}

/** Takes orders for exports: answered at once, written by a worker of the queue. */
export function exportJobs({ db, jobs, secret, config }: TableJobSending): ExportJobs<User> {
  return {
    start: async ({ table, payload, request, format, user }) => {
      if (user === null) {
        throw new ServiceError(
          'service.unauthenticated',
          'Files are for those who asked for them. Sign in, and export the table then.',
        );
      }
      const { language, id: owner } = user;
      const name = translate(language, table.template.name);
      // Exports have no pages.
      const { start: _start, length: _length, forceInfo: _info, ...sameness } = request;
      const { row, isNew } = await startTableJob(
        { db, jobs, kind: tableJobAddress('export', config) },
        { kind: 'export', table: table.id, name, format, payload, owner, language, sameness },
      );
      const text = isNew
        ? 'The export of {name} has begun. You will be told when the file is ready.'
        : 'This export of {name} is being written already. You will be told when the file is ready.';

      return { message: translate(language, text, { name }), export: presentJob(row, secret) };
    },
  };
}
