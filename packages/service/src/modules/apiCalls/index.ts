import './config.ts';
import './logs/apiLogs.ts';
import { runAs } from '@rowhouse/integrations';
import type { Caller, CallLogState } from '@rowhouse/integrations/internal';
import type { FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { defineModule } from '../../kernel/module/Module.ts';
import { apiCallsConfig } from './config.ts';
import { apiCallErrorJob } from './failureNotices.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import { apiLogRoutes } from './logs/apiLogRoutes.ts';
import { apiLogs } from './logs/apiLogs.ts';
import * as apiCallTables from './migrations/0007_api_calls.ts';
import * as callBodies from './migrations/0014_call_bodies.ts';
import * as logCompression from './migrations/0015_log_compression.ts';
import * as functionRights from './migrations/0016_function_rights.ts';
import * as callFaults from './migrations/0020_call_faults.ts';
import { type OpenApiCalls, openApiCalls } from './openApiCalls.ts';
import { partitionCommand } from './partitionCommand.ts';
import { pruneCommand } from './pruneCommand.ts';
import { scheduleLogPruning } from './pruneLogs.ts';
import { logUpgrades, refuseOlderLogs } from './upgradeLogs.ts';
import '../../kernel/access/accessRules.ts';

export { type CoreApiGroupOptions, coreApiGroup } from './coreApiGroup.ts';

declare module '../../kernel/module/Provides.ts' {
  interface BuiltInProvides {
    readonly apiCalls: {
      /** `calls.client` makes and logs API calls. */
      readonly calls: OpenApiCalls;
    };
  }
}

/** Calls to other services and from other programs: made, served, logged, and reported when they fail. */
export const apiCalls = defineModule({
  name: 'apiCalls',
  config: apiCallsConfig,
  tables: [apiLogs],
  locales: { de, fr, es, ro, ar },
  notifications: { 'apiCall.error': { label: 'An API call failed', administratorsOnly: true } },
  permissions: { 'system.apiLogs.index': 'See single API calls and their figures' },
  migrations: {
    '0007_api_calls': apiCallTables,
    '0014_call_bodies': callBodies,
    '0015_log_compression': logCompression,
    '0016_function_rights': functionRights,
    '0020_call_faults': callFaults,
  },
  open: ({ url, config, jobs, logger }) => {
    const opened = openApiCalls({ url, config, jobs, logger });

    return {
      provides: { calls: opened },
      close: (patience) => opened.close(Math.min(patience, 5_000)),
    };
  },
  hooks: { request: { around: ({ request }, _context, run) => runAs(callerOf(request), run) } },
  routes: async (app, { db, translate, calls }) => {
    callLogMetrics(app.metrics, () => calls.log.state);
    await app.register(apiLogRoutes, { prefix: '/api', db, translate });
  },
  jobs: (context) => [apiCallErrorJob(context)],
  commands: { 'app:logs:prune': pruneCommand, 'app:logs:partition': partitionCommand },
  lifecycle: { afterMigrate: refuseOlderLogs, upgrades: logUpgrades },
  background: ({ db, config: { apiCalls }, logger }) =>
    scheduleLogPruning({ db, days: apiCalls.keepDays, bodyDays: apiCalls.keepBodyDays, logger }),
});

/** The state of the log of API calls, as metrics of this process. */
function callLogMetrics(register: Registry, state: () => CallLogState): void {
  new Gauge({
    name: 'api_call_log_waiting',
    help: 'API calls that wait to be written into the log.',
    registers: [register],
    collect() {
      this.set(state().waiting);
    },
  });
  new Counter({
    name: 'api_call_log_records_total',
    help: 'API calls that were written into the log, dropped because the buffer was full, or refused by the database.',
    labelNames: ['result'],
    registers: [register],
    collect() {
      const { written, dropped, failed } = state();
      this.reset();
      for (const [result, count] of Object.entries({ written, dropped, failed })) this.inc({ result }, count);
    },
  });
}

/** Calls made during a request are logged with its user and the name of its route. */
function callerOf({ user, is404, routeOptions }: FastifyRequest): Caller {
  return {
    userId: user?.id ?? null,
    route: is404 ? null : (routeOptions.config.name ?? routeOptions.url ?? null),
  };
}
