import './apiCallTables.ts';
import { defineModule } from '../../kernel/Module.ts';
import { apiCallErrorJob } from './apiCallErrorJob.ts';
import { callerContext } from './callerContext.ts';
import { callLogMetrics } from './callLogMetrics.ts';
import { keepLogsPruned } from './keepLogsPruned.ts';
import { apiLogRoutes } from './logs/apiLogRoutes.ts';
import { apiLogs } from './logs/apiLogs.ts';
import * as apiCallTables from './migrations/0007_api_calls.ts';
import { type OpenApiCalls, openApiCalls } from './openApiCalls.ts';

declare module '../../kernel/Module.ts' {
  interface Provided {
    /** What API calls are made with, and logged by. */
    readonly apiCalls: OpenApiCalls;
    /** The same, as an application needs it: `calls.client` for its actions, each call logged. */
    readonly calls: Pick<OpenApiCalls, 'client'>;
  }
}

/** Calls to other services and from other programs: made, served, logged, and reported when they fail. */
export const apiCalls = defineModule({
  name: 'apiCalls',
  tables: [apiLogs],
  notifications: { 'apiCall.error': { label: 'An API call failed', administratorsOnly: true } },
  permissions: { 'system.apiLogs.index': 'See single API calls and their figures' },
  migrations: { '0007_api_calls': apiCallTables },
  open: ({ url, config, jobs, log }) => {
    const opened = openApiCalls({ url, config, jobs, log });

    return {
      provides: { apiCalls: opened, calls: opened },
      close: (patience) => opened.close(Math.min(patience, 5_000)),
    };
  },
  requestHooks: async (app) => {
    await app.register(callerContext);
  },
  routes: async (app, { db }) => {
    await app.register(apiLogRoutes, { prefix: '/api', db });
  },
  metrics: (register, { apiCalls }) => callLogMetrics(register, () => apiCalls.log.state),
  jobs: (context) => [apiCallErrorJob(context)],
  background: ({ db, config, log }) => keepLogsPruned({ db, days: config.apiCalls.keepDays, log }),
});
