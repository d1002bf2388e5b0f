import { tables } from '@rowhouse/tables/fastify';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { permits } from '../access/permits.ts';
import type { User } from '../access/User.ts';
import type { UserDirectory } from '../access/userDirectory.ts';
import { apiLogRoutes } from '../apiLogs/apiLogRoutes.ts';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import { exportJobs } from '../exports/exportJobs.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import { actionJobs } from '../tableActions/actionJobs.ts';
import { countryOptions } from '../tables/routes/countryOptions.ts';
import { destroyOrder } from '../tables/routes/destroyOrder.ts';
import { downloadOrder } from '../tables/routes/downloadOrder.ts';
import { orderSummary } from '../tables/routes/orderSummary.ts';
import { payOrders } from '../tables/routes/payOrders.ts';
import { roleOptions } from '../tables/routes/roleOptions.ts';
import { showOrder } from '../tables/routes/showOrder.ts';
import { tablesOptions } from '../tables/tablesOptions.ts';

export interface TablesParts {
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly jobs: Jobs;
  /** Signs links to files. */
  readonly secret: string;
  readonly directory: UserDirectory;
}

/** What the tables' buttons and filters call. */
const routesBeside = [
  countryOptions,
  roleOptions,
  showOrder,
  downloadOrder,
  payOrders,
  orderSummary,
  destroyOrder,
  apiLogRoutes,
];

/** Serves the tables of ../tables, and the routes that their buttons and filters call. */
export async function registerTables(
  app: FastifyInstance,
  { db, config, jobs, secret, directory }: TablesParts,
): Promise<void> {
  for (const routes of routesBeside) await app.register(routes, { prefix: '/api', db, config });
  await app.register(
    async (api) => {
      // A template with `auth: true` opens its table to everybody. The engine refuses what no database could hold.
      api.addHook('onRoute', (route) => {
        const { open, access: own } = route.config ?? {};
        route.config = { ...route.config, access: open ? 'public' : own, takesAnyText: true };
      });
      const { definitions, ...shared } = tablesOptions({ db, config });
      await api.register(tables, {
        ...shared,
        tables: definitions,
        exports: exportJobs({ db, jobs, secret, config }),
        actionJobs: actionJobs({ db, jobs, secret, config }),
        timeZone: ({ user }) => user?.timeZone ?? null,
        access: {
          // Buttons and filters name routes, of which some share a permission.
          permits: (user: User | null, routeName: string) => permits(user, app.permissionOf(routeName)),
          stillPermits: async ({ id }: User, routeName: string) =>
            permits(await directory.find(id), app.permissionOf(routeName)),
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
