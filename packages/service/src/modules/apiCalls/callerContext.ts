import { type Caller, runAs } from '@rowhouse/integrations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import '../../kernel/access/accessRules.ts';

/** Calls that are made while a request is served are logged with its user and the name of its route. */
export const callerContext = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => runAs(callerOf(request), done));
  },
  { name: 'caller-context', dependencies: ['guard'] },
);

function callerOf({ user, is404, routeOptions }: FastifyRequest): Caller {
  return {
    userId: user?.id ?? null,
    route: is404 ? null : (routeOptions.config.name ?? routeOptions.url ?? null),
  };
}
