import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActionJobs } from '../actions/ActionJobs.ts';
import { sourceOf } from '../checks/tableFaults.ts';
import { createTables, type TablesOptions } from '../createTables.ts';
import type { TableDefinition } from '../definition/defineTable.ts';
import { routeNames } from '../definition/routeNames.ts';
import { TableError } from '../errors.ts';
import { buildInit } from '../init/buildInit.ts';
import { routePath } from '../init/routePath.ts';
import { requestTimeZone } from '../prepare/requestTimeZone.ts';
import { assertValidTemplate } from '../template/assertValidTemplate.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { formatTemplateFaults } from '../template/formatTemplateFaults.ts';
import { shouldValidate } from '../template/shouldValidate.ts';
import { actionRoutes } from './actionRoutes.ts';
import { closedSignal } from './closedSignal.ts';
import { describing } from './describing.ts';
import { exportRoutes } from './exportRoutes.ts';
import { namedRoutes } from './namedRoutes.ts';
import { payloadOf } from './payload.ts';
import { sendProblem } from './problem.ts';
import { dataSchema, initSchema } from './schemas.ts';
import { assertStillPermitted, authorize, type TableAccess } from './TableAccess.ts';
import { usableRoutes } from './usableRoutes.ts';

export interface TablesPluginOptions
  extends Omit<TablesOptions, 'definitions' | 'routes' | 'onBackgroundError'> {
  readonly tables: readonly TableDefinition[];
  /** Guards every table route, and hides the buttons that a user may not use. Without it the tables are open to all. */
  readonly access?: TableAccess;
  /**
   * The IANA time zone of a request, such as that of its user's profile: dates are shown, filtered and exported in it.
   * Null, as without the function, for the configured zone.
   */
  readonly timeZone?: (request: FastifyRequest, user: unknown) => string | null;
  /** Where actions with `background: true` are ordered. Without it such an action is refused at start. */
  readonly actionJobs?: ActionJobs;
}

/**
 * Serves tables: registers the named routes of each, below the prefix that the plugin is registered with. For the
 * routePrefix `orders` these are `orders.init` at `GET /orders/init`, `orders.tableData` at
 * `GET|POST /orders/tableData`, given `exports`, `orders.exportExcel` at `GET|POST /orders/exportExcel`, and a route
 * for each action. Dots of a routePrefix become slashes.
 *
 * Templates are validated when the application is ready and knows its routes: `ready()` and `listen()` reject with
 * `tables.invalid_template` and all faults. In development the tables are held against the database too.
 */
export async function tables(app: FastifyInstance, options: TablesPluginOptions): Promise<void> {
  if (!app.hasDecorator('namedRoutes')) {
    await app.register(namedRoutes);
  }

  const { access, tables: definitions } = options;
  const config = options.config ?? defaultTableConfig;
  const development = options.development ?? process.env.NODE_ENV !== 'production';
  const served = createTables({
    ...options,
    definitions,
    routes: app.namedRoutes,
    onBackgroundError: (error) => app.log.warn(error, 'work of a table in the background failed'),
  });

  app.setErrorHandler(sendProblem);

  for (const definition of definitions) {
    registerRoutes(definition);
  }

  app.addHook('onReady', async () => {
    served.all();
    if (development) await checkTables();
  });

  function registerRoutes(definition: TableDefinition): void {
    const { routePrefix, auth } = definition.template as { routePrefix?: unknown; auth?: unknown };

    if (typeof routePrefix !== 'string') {
      assertValidTemplate(sourceOf(definition), definition.template, { config });
    }

    const id = String(routePrefix);
    const names = routeNames(definition, config);
    const open = auth === true ? { open: true } : {};
    const path = (name: string) => `/${name.replaceAll('.', '/')}`;

    app.route({
      ...describing(initSchema(names.init)),
      method: 'GET',
      url: path(names.init),
      config: { name: names.init, ...open },
      handler: (request) => init(id, names.init, request),
    });
    for (const method of ['GET', 'POST'] as const) {
      app.route({
        ...describing(dataSchema(names.data, method)),
        method,
        url: path(names.data),
        config: { name: names.data, ...open },
        handler: (request, reply) => data(id, names.data, request, reply),
      });
    }
    if (options.exports) {
      const name = names.exportExcel;
      const user = (request: FastifyRequest) => userOf(id, name, request);
      const jobs = options.exports;
      exportRoutes(app, { id, name, path: path(name), open, tables: served, jobs, user, timeZone });
    }
    actionRoutes(app, {
      id,
      definition,
      config,
      own: Object.values(names),
      validated: shouldValidate(config, development),
      open,
      tables: served,
      jobs: options.actionJobs ?? null,
      path,
      user: (name, request) => userOf(id, name, request),
      authorize: async (name, user, counts) => {
        if (access && open.open !== true) await assertStillPermitted(access, user, name, counts);
      },
      timeZone,
    });
  }

  function timeZone(request: FastifyRequest, user: unknown): string {
    return requestTimeZone(options.timeZone?.(request, user), config);
  }

  async function userOf(id: string, name: string, request: FastifyRequest): Promise<unknown> {
    return access ? authorize(access, request, { name, open: served.get(id).template.auth }) : null;
  }

  async function init(id: string, name: string, request: FastifyRequest) {
    const user = await userOf(id, name, request);
    const { template, config: tableConfig, enums, routeNames: own } = served.get(id);
    const usable = await usableRoutes(template, access, user);
    const paths = { routes: app.namedRoutes, pathParams: request.params as Record<string, string> };

    return buildInit(template, tableConfig, {
      ...paths,
      readPath: routePath(own.data, paths),
      timeZone: timeZone(request, user),
      mayUse: (routeName) => usable.has(routeName),
      enums,
    });
  }

  async function data(id: string, name: string, request: FastifyRequest, reply: FastifyReply) {
    const user = await userOf(id, name, request);

    return served.data(id, payloadOf(request), user, {
      timeZone: timeZone(request, user),
      signal: closedSignal(reply),
    });
  }

  /** Only in development: a production start does not depend on the database being there. */
  async function checkTables(): Promise<void> {
    const reports: string[] = [];

    for (const [table, faults] of await served.check()) {
      if (faults.length > 0) {
        reports.push(formatTemplateFaults(sourceOf(table.definition), faults));
      }
    }
    if (reports.length > 0) {
      throw new TableError('tables.invalid_template', reports.join('\n\n'));
    }
  }
}
