import './config.ts';
import './hookEvents.ts';
import type { ActionJobs, ExportJobs, ImportJobs } from '@rowhouse/tables';
import type { User } from '../../kernel/access/User.ts';
import type { JobKind } from '../../kernel/jobs/Jobs.ts';
import { defineModule } from '../../kernel/module/Module.ts';
import { actionJobs, actionWork } from './actions/actionJobs.ts';
import { exportsConfig } from './config.ts';
import { failUnknownJob, giveUpTableJob } from './endTableJob.ts';
import { downloadRoute } from './exports/downloadRoute.ts';
import { exportJobs, exportWork } from './exports/exportJobs.ts';
import { importJobs, importWork } from './imports/importJobs.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import * as tableJobTables from './migrations/0004_table_jobs.ts';
import * as jobGrants from './migrations/0017_job_grants.ts';
import * as jobOutcomes from './migrations/0019_job_outcomes.ts';
import * as imports from './migrations/0021_imports.ts';
import * as changes from './migrations/0022_changes.ts';
import * as changedRows from './migrations/0023_changed_rows.ts';
import * as fieldFiles from './migrations/0024_field_files.ts';
import { runTableJob, type TableWork } from './runTableJob.ts';
import { scheduleSweep } from './scheduleSweep.ts';
import {
  type TableJobData,
  type TableJobDependencies,
  type TableJobRow,
  tableJobAddress,
} from './tableJob.ts';
import { tableJobRoutes } from './tableJobRoutes.ts';

export type { ActionEvent, ExportEvent, ImportEvent, TableWorkEnd } from './hookEvents.ts';

declare module '../../kernel/module/Provides.ts' {
  interface BuiltInProvides {
    readonly tableJobs: {
      /** Starts exports of tables. */
      readonly exportJobs: ExportJobs<User>;
      /** Starts background actions. */
      readonly actionJobs: ActionJobs<User>;
      /** Starts imports of files into tables. */
      readonly importJobs: ImportJobs<User>;
    };
  }
}

/** Exports, background actions and imports of tables, run by workers. */
export const tableJobs = defineModule({
  name: 'tableJobs',
  config: exportsConfig,
  locales: { de, fr, es, ro, ar },
  notifications: {
    // The link to the file is always sent by e-mail.
    'export.finalized': { label: 'An export is ready', mandatory: ['mail'] },
    'export.failed': { label: 'An export failed' },
    'action.finalized': { label: 'A background action is done' },
    'action.failed': { label: 'A background action failed' },
    'import.finalized': { label: 'An import is done' },
    'import.failed': { label: 'An import failed' },
  },
  migrations: {
    '0004_table_jobs': tableJobTables,
    '0017_job_grants': jobGrants,
    '0019_job_outcomes': jobOutcomes,
    '0021_imports': imports,
    '0022_changes': changes,
    '0023_changed_rows': changedRows,
    '0024_field_files': fieldFiles,
  },
  open: (context) => ({
    provides: {
      exportJobs: exportJobs(context),
      actionJobs: actionJobs(context),
      importJobs: importJobs(context),
    },
  }),
  routes: async (app, context) => {
    for (const kind of ['export', 'action', 'import'] as const)
      await app.register(tableJobRoutes, { ...context, kind });
    for (const kind of ['export', 'import'] as const) await app.register(downloadRoute, { ...context, kind });
  },
  jobs: (context) => [
    tableJobKind(context, 'export', exportWork(context)),
    tableJobKind(context, 'action', actionWork(context)),
    tableJobKind(context, 'import', importWork(context)),
  ],
  // Two per export: its snapshot and further queries.
  connections: ({ queues, tables }, names) => {
    const name = tables.queues.exports;

    return names.includes(name) ? 2 * (queues[name]?.concurrency ?? 1) : 0;
  },
  hooks: {
    jobFailure: {
      after: async ({ isKnown, data }, context) => {
        if (!isKnown) await failUnknownJob(context, data);
      },
    },
  },
  background: scheduleSweep,
});

function tableJobKind(
  dependencies: TableJobDependencies,
  name: TableJobRow['kind'],
  work: TableWork,
): JobKind<TableJobData> {
  return tableJobAddress(name, dependencies.config).handledBy({
    run: (data, job) => runTableJob(dependencies, data, job, work),
    failed: ({ record }) => giveUpTableJob(dependencies, record),
  });
}
