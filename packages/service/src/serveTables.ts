import { laterTables, tables } from '@rowhouse/tables/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Service } from './createService.ts';
import { retrySeconds } from './databases/index.ts';
import { hookTables } from './hookTables.ts';
import type { User } from './kernel/access/User.ts';
import { ServiceError } from './kernel/errors.ts';
import type { ServeContext } from './kernel/Module.ts';
import { linksRoute } from './linksRoute.ts';
import type { LiveTables } from './liveTables.ts';
import { menuRoute } from './menuRoute.ts';

/** Serves the tables of all modules, and of the databases that are served, under /api. */
export async function serveTables(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
  live: LiveTables,
): Promise<void> {
  const { sets, unavailable } = live.current;
  await menuRoute(app, service, context, live);
  linksRoute(app, context, live);
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
      await api.register(async (scope) => {
        const later = laterTables(scope, {
          prefixes: [...unavailable.values()].flat(),
          unavailable: (prefix) => unavailableError(live, prefix),
          config: { access: 'signed-in' },
        });
        live.onAdd(async (added) => {
          for (const { options } of added) {
            const { definitions: tablesOfSet, ...shared } = options;
            app.addPermissions(await later.add({ ...shared, ...served, tables: tablesOfSet }));
          }
        });
      });
    },
    { prefix: '/api' },
  );
}

/** The tables of a database that was not available yet are not known. */
function unavailableError({ current: { unavailable } }: LiveTables, prefix: string): ServiceError | null {
  const [name] = [...unavailable].find(([, prefixes]) => prefixes.includes(prefix)) ?? [];

  return name === undefined
    ? null
    : new ServiceError(
        'service.database_unavailable',
        `The database "${name}" has not been available since the service started, so its tables are not known. Try again: ` +
          'they are served as soon as it is available.',
        { retryAfter: retrySeconds },
      );
}
