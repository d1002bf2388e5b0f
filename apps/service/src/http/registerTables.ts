import { tables } from '@rowhouse/tables/fastify';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Access } from '../access/access.ts';
import type { Config } from '../config/Config.ts';
import type { Database } from '../database/Database.ts';
import { orderStatuses } from '../demo/orderStatuses.ts';
import { tableDefinitions } from '../tables/index.ts';
import { countryOptions } from '../tables/routes/countryOptions.ts';
import { destroyOrder } from '../tables/routes/destroyOrder.ts';
import { downloadOrder } from '../tables/routes/downloadOrder.ts';
import { orderSummary } from '../tables/routes/orderSummary.ts';
import { payOrders } from '../tables/routes/payOrders.ts';
import { roleOptions } from '../tables/routes/roleOptions.ts';
import { showOrder } from '../tables/routes/showOrder.ts';

export interface TablesParts {
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly access: Access;
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
];

/** Serves the tables of ../tables, and the routes that their buttons and filters call. */
export async function registerTables(
  app: FastifyInstance,
  { db, config, access }: TablesParts,
): Promise<void> {
  for (const routes of routesBeside) await app.register(routes, { prefix: '/api', db });
  await app.register(
    async (api) => {
      // A template with `auth: true` opens its table to everybody.
      api.addHook('onRoute', (route) => {
        if (route.config?.open) route.config = { ...route.config, access: 'public' };
      });
      await api.register(tables, {
        db,
        tables: tableDefinitions,
        config: config.tables,
        development: config.environment === 'development',
        enums: { orderStatuses },
        access,
      });
    },
    { prefix: '/api' },
  );
}
