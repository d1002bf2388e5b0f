import type { ActionJobs, ExportJobs } from '@rowhouse/tables';
import type { User } from '../../kernel/access/User.ts';
import { defineModule } from '../../kernel/Module.ts';
import { actionJobs } from './actions/actionJobs.ts';
import { actionWork } from './actions/actionWork.ts';
import { downloadRoute } from './exports/downloadRoute.ts';
import { exportJobs } from './exports/exportJobs.ts';
import { exportWork } from './exports/exportWork.ts';
import { failUnknownJob } from './failUnknownJob.ts';
import { keepSwept } from './keepSwept.ts';
import { tableJobs as de } from './locales/de.ts';
import * as tableJobTables from './migrations/0004_table_jobs.ts';
import { tableJobKind } from './tableJobKind.ts';
import { tableJobRoutes } from './tableJobRoutes.ts';

declare module '../../kernel/Module.ts' {
  interface Provided {
    /** Takes orders for exports of tables. */
    readonly exportJobs: ExportJobs<User>;
    /** Takes orders for actions in the background. */
    readonly actionJobs: ActionJobs<User>;
  }
}

/** Exports and actions of tables that are carried out by workers. */
export const tableJobs = defineModule({
  name: 'tableJobs',
  locales: { de },
  notifications: {
    // The link to the file comes by e-mail always.
    'export.finalized': { label: 'An export is ready', mandatory: ['mail'] },
    'export.failed': { label: 'An export failed' },
    'action.finalized': { label: 'An action in the background is done' },
    'action.failed': { label: 'An action in the background failed' },
  },
  migrations: { '0004_table_jobs': tableJobTables },
  open: (context) => ({ provides: { exportJobs: exportJobs(context), actionJobs: actionJobs(context) } }),
  routes: async (app, context) => {
    for (const kind of ['export', 'action'] as const)
      await app.register(tableJobRoutes, { ...context, kind });
    await app.register(downloadRoute, context);
  },
  jobs: (context) => [
    tableJobKind(context, 'export', exportWork(context)),
    tableJobKind(context, 'action', actionWork(context)),
  ],
  unknownJob: failUnknownJob,
  background: keepSwept,
});
