import { tables } from '@rowhouse/tables/fastify';
import type { FastifyInstance } from 'fastify';
import type { Service } from './createService.ts';
import type { User } from './kernel/access/User.ts';
import type { ServeContext } from './kernel/Module.ts';
import { menuRoute } from './menuRoute.ts';

/** Serves the tables of all modules under /api. */
export async function serveTables(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
): Promise<void> {
  await menuRoute(app, service, context);
  await app.register(
    async (api) => {
      // A template with `auth: true` opens its table to everybody. The engine refuses what no database could hold.
      api.addHook('onRoute', (route) => {
        const { open, access: own } = route.config ?? {};
        route.config = { ...route.config, access: open ? 'public' : own, takesAnyText: true };
      });
      const { definitions, ...shared } = service.tablesOptions(context);
      const { exportJobs, actionJobs, users } = context;
      await api.register(tables, {
        ...shared,
        tables: definitions,
        exports: exportJobs,
        actionJobs,
        timeZone: ({ user }) => user?.timeZone ?? null,
        access: {
          permits: (user: User | null, routeName: string) => app.mayOpen(user, routeName),
          stillPermits: async ({ id, isImpersonated }: User, routeName: string) => {
            const now = await users.find(id);

            return app.mayOpen(now && { ...now, isImpersonated }, routeName);
          },
          // In the language of the request, which is the browser's where the user has chosen none.
          user: (request) => {
            const { user, language } = request;

            return user && { ...user, language };
          },
        },
      });
    },
    { prefix: '/api' },
  );
}
