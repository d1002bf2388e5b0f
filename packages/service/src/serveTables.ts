import { tables } from '@rowhouse/tables/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Service } from './createService.ts';
import { hookTables } from './hookTables.ts';
import type { User } from './kernel/access/User.ts';
import { ServiceError } from './kernel/errors.ts';
import type { ServeContext } from './kernel/Module.ts';
import { linksRoute } from './linksRoute.ts';
import { menuRoute } from './menuRoute.ts';
import type { ServedTables } from './tableSets.ts';

/** Serves the tables of all modules, and of the databases that are served, under /api. */
export async function serveTables(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
  { sets, away, links }: ServedTables,
): Promise<void> {
  await menuRoute(app, service, context, sets);
  linksRoute(app, context, { sets, links });
  const { exportJobs, actionJobs, users } = context;
  const served = {
    exports: exportJobs,
    actionJobs,
    timeZone: ({ user }: FastifyRequest) => user?.timeZone ?? null,
    access: {
      permits: (user: User | null, routeName: string) => app.mayOpen(user, routeName),
      stillPermits: async ({ id, isImpersonated }: User, routeName: string) => {
        const now = await users.find(id);

        return app.mayOpen(now && { ...now, isImpersonated }, routeName);
      },
      // In the language of the request, which is the browser's where the user has chosen none.
      user: (request: FastifyRequest) => {
        const { user, language } = request;

        return user && { ...user, language };
      },
    },
  };
  await app.register(
    async (api) => {
      // A template with `auth: true` opens its table to everybody. The engine refuses what no database could hold.
      api.addHook('onRoute', (route) => {
        const { open, access: own } = route.config ?? {};
        route.config = { ...route.config, access: open ? 'public' : own, takesAnyText: true };
      });
      const definitions = sets.flatMap(({ options }) => options.definitions);
      hookTables(api, definitions, context.hooks);
      for (const { options } of sets) {
        const { definitions: tablesOfSet, ...shared } = options;
        await api.register(tables, { ...shared, ...served, tables: tablesOfSet });
      }
      for (const [database, prefixes] of away) {
        for (const prefix of prefixes) unavailableRoute(api, database, prefix);
      }
    },
    { prefix: '/api' },
  );
}

/** The tables of a database that was not available at the start are not known. */
function unavailableRoute(api: FastifyInstance, name: string, prefix: string): void {
  api.all(
    `/${prefix.replaceAll('.', '/')}/*`,
    { config: { access: 'signed-in' }, schema: { hide: true } },
    async () => {
      throw new ServiceError(
        'service.database_unavailable',
        `The database "${name}" was not available when the service started, so its tables are not known. They are there ` +
          'after the database is available and the service was started again.',
        { retryAfter: 60 },
      );
    },
  );
}
