import type { CallLog } from '@rowhouse/integrations';
import { coreApi } from '@rowhouse/integrations/fastify';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { StartError } from '../../base/errors.ts';
import {
  checkActive,
  checkKnown,
  checkPermitted,
  type Languages,
  languageOf,
} from '../../kernel/access/accessChecks.ts';
import { leaveToGroup } from '../../kernel/access/guard.ts';
import type { OpenApiCalls } from './openApiCalls.ts';

export interface CoreApiGroupOptions extends Languages {
  readonly calls: Pick<OpenApiCalls, 'failures' | 'mask' | 'successStatuses' | 'debug'> & {
    readonly log: CallLog;
  };
}

/**
 * The group `core-api`, for routes that other programs call: register it in a scope of their own, before them. The guard
 * has authenticated the caller (401); then the active state, the logger, the permission of the route's name and the
 * language follow. So calls of inactive accounts are not logged, and calls without the permission are.
 */
export const coreApiGroup = fastifyPlugin<CoreApiGroupOptions>(
  async (app: FastifyInstance, { calls, languages, language }) => {
    const { log, failures, mask, successStatuses, debug } = calls;
    app.addHook('onRoute', (route) => {
      const { name, access } = route.config ?? {};
      if (name === undefined || access !== undefined) {
        throw new StartError(
          `${[route.method].flat().join(', ')} ${route.url} belongs to the group core-api. Give it a config.name, which is the ` +
            'permission that its callers need, and no config.access.',
        );
      }
      route.config = leaveToGroup({ ...route.config });
    });
    await app.register(coreApi, {
      isActive: ({ user }) => {
        checkActive(user);

        return true;
      },
      logger: { log, failures, mask, debug, successStatuses, user: ({ user }) => user?.id ?? null },
      permits: ({ user, routeOptions }, route) => {
        checkKnown(user);
        checkPermitted(user, routeOptions.config.permission ?? route);

        return true;
      },
      language: (request) => {
        request.language = languageOf(request, { languages, language });
      },
    });
  },
  { name: 'core-api-group', dependencies: ['guard'] },
);
