import { say } from '@rowhouse/problems';
import { type TableDefinition, TableError, type Tables } from '@rowhouse/tables';
import { dynamicTables, type TablesPluginOptions, tables } from '@rowhouse/tables/fastify';
import { actionRouteNames, type EditedCell, type EditHooks } from '@rowhouse/tables/internal';
import { openBookmark } from '@rowhouse/tables-postgres';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../base/errors.ts';
import { tableId } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import type { User } from '../kernel/access/User.ts';
import { namesUnknown } from '../kernel/database/databaseErrors.ts';
import { actorOf, type HookCalls } from '../kernel/hooks/createHooks.ts';
import { problemTranslation } from '../kernel/http/errorHandling.ts';
import type { ActionEvent } from '../modules/tableJobs/index.ts';
import './editEvents.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { retrySeconds } from './databases/index.ts';
import type { LiveTables } from './liveTables.ts';
import { readTurns } from './readTurns.ts';
import { linksRoute, menuRoute } from './tableRoutes.ts';
import { replacedWith, type TableSet } from './tableSets.ts';

/** Serves the tables of all modules and served databases under /api. */
export async function serveTables(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
  live: LiveTables,
): Promise<void> {
  const { sets } = live.current;
  await menuRoute(app, service, context, live);
  linksRoute(app, context, live);
  const turnOf = readTurns(context.config);
  const { exportJobs, actionJobs, importJobs, readGrant } = context;
  const served = {
    exports: exportJobs,
    actionJobs,
    imports: { jobs: importJobs },
    checks: () => import('@rowhouse/tables-dev/checks'),
    edits: editHooks(context.hooks),
    timeZone: ({ user }: FastifyRequest) => user?.timeZone ?? null,
    bookmark: (request: FastifyRequest) => request.bookmark ?? openBookmark(),
    translateFor: (request: FastifyRequest) => problemTranslation(request, context.translate),
    access: {
      permits: (user: User | null, routeName: string) => app.mayOpen(user, routeName),
      stillPermits: async (user: User, routeName: string) => {
        const now = await readGrant(user);
        const { isImpersonated } = user;

        return app.mayOpen(typeof now === 'string' ? null : { ...now, isImpersonated }, routeName);
      },
      // With the language of the request: the browser's if the user has none.
      user: (request: FastifyRequest) => {
        const { user, language } = request;

        return user && { ...user, language };
      },
    },
  };
  await app.register(
    async (api) => {
      // A template with `auth: true` makes its table public. The engine itself refuses text that cannot be stored.
      api.addHook('onRoute', (route) => {
        const { open, access: own } = route.config ?? {};
        route.config = { ...route.config, access: open ? 'public' : own, takesAnyText: true };
      });
      const definitions = sets.flatMap(({ options }) => options.definitions);
      hookTables(api, definitions, context.hooks);
      const optionsOf = (set: TableSet): TablesPluginOptions => {
        const { definitions: tablesOfSet, ...shared } = set.options;
        const onCreated = (created: Tables) => {
          for (const definition of tablesOfSet) app.tablesById.set(tableId(definition), created);
        };

        return { ...shared, ...served, turn: turnOf(set), tables: tablesOfSet, onCreated };
      };
      for (const set of sets.filter((one) => replacedWith(one) === null)) {
        await api.register(tables, optionsOf(set));
      }
      await api.register(async (scope) =>
        serveReplaced(scope, live, { optionsOf, translateFor: served.translateFor }),
      );
    },
    { prefix: '/api' },
  );
}

/** Seconds between two comparisons of a schema that requests cause. */
const comparisonPause = 5;

/** Serves the tables that are replaced with their database. */
function serveReplaced(
  app: FastifyInstance,
  live: LiveTables,
  {
    optionsOf,
    translateFor,
  }: Pick<TablesPluginOptions, 'translateFor'> & {
    readonly optionsOf: (set: TableSet) => TablesPluginOptions;
  },
): void {
  const { sets, unavailable } = live.current;
  const compareSoon = (database: string) => live.compare(database, { pause: comparisonPause });
  const dynamic = dynamicTables(app, {
    groups: new Map(live.databases.map((name) => [name, unavailable.get(name) ?? [name]])),
    translateFor,
    onUnknown: compareSoon,
    unavailable: (database) => unavailableError(live, database),
    async failure(database, error) {
      // The second: a form whose column is no longer in the catalogue, or another fault of a definition.
      const isUnknown = namesUnknown(error);
      if (!isUnknown && !(error instanceof TableError && error.code === 'tables.invalid_query')) return error;
      const before = live.current;
      await compareSoon(database);

      return isUnknown || live.current !== before ? schemaChanged(error) : error;
    },
    config: { access: 'signed-in' },
  });
  for (const [database, ofDatabase] of Map.groupBy(sets, replacedWith)) {
    if (database !== null) dynamic.start(database, ofDatabase.map(optionsOf));
  }
  live.onReplace(async (database, ofDatabase) => {
    const prepared = await dynamic.prepare(database, ofDatabase.map(optionsOf));

    return () => {
      for (const set of live.current.sets.filter((one) => replacedWith(one) === database)) {
        for (const definition of set.options.definitions) app.tablesById.delete(tableId(definition));
      }
      prepared.serve();
      app.addPermissions(prepared.permissions);
    };
  });
}

/** The error for tables of a database that has never been available. */
function unavailableError({ current: { unavailable } }: LiveTables, database: string): ServiceError | null {
  return unavailable.has(database)
    ? new ServiceError(
        'service.database_unavailable',
        say`The database "${database}" has not been available since the service started, so its tables are not known. Try again: they are served as soon as it is available.`,
        { retryAfter: retrySeconds },
      )
    : null;
}

/** The tables were derived from the schema, so that this error means that it is another one now. */
function schemaChanged(cause: unknown): ServiceError {
  return new ServiceError(
    'service.schema_changed',
    say`The table has changed in its database since it was read. Try again in ${comparisonPause} seconds. If that fails, too, reload the page.`,
    { retryAfter: comparisonPause, cause },
  );
}

/** Calls `edit` hooks in the transaction of a change, and after it. */
/** None if no module has one: records are then written together. */
function editHooks(hooks: HookCalls): EditHooks {
  if (!hooks.has('edit')) return {};
  const changeOf = ({ user, rowId: row, value: to, ...change }: Omit<EditedCell, 'db'>) => {
    const { table, column, from, requestId } = change;

    return { ...actorOf(user as User | null), table, row, column, from, to, requestId };
  };

  return {
    before: ({ db, ...change }) => hooks.before('edit', { ...changeOf(change), db }),
    after: (change) => hooks.after('edit', changeOf(change)),
  };
}

interface Counts {
  readonly processed?: number;
  readonly failedCount?: number;
}

/** Calls `action` hooks around immediate actions. Background jobs call the hooks themselves. */
function hookTables(api: FastifyInstance, definitions: readonly TableDefinition[], hooks: HookCalls): void {
  const actions = new Map<string, Pick<ActionEvent, 'table' | 'action'>>(definitions.flatMap(namedActions));
  const running = new WeakMap<FastifyRequest, { readonly event: ActionEvent; counts: Counts | null }>();
  api.addHook('onRoute', (route: RouteOptions) => {
    const found = actions.get(route.config?.name ?? '');
    if (found === undefined) return;
    route.preHandler = async (request: FastifyRequest) => {
      const { user, body, query } = request;
      const event: ActionEvent = {
        ...actorOf(user),
        ...found,
        payload: body ?? query,
        stage: 'request',
        isBackground: false,
        job: null,
      };
      await hooks.before('action', event);
      running.set(request, { event, counts: null });
    };
    route.preSerialization = async (request: FastifyRequest, reply, payload: unknown) => {
      const run = running.get(request);
      if (run !== undefined && reply.statusCode < 300) run.counts = payload as Counts;

      return payload;
    };
    route.onResponse = async (request: FastifyRequest) => {
      const run = running.get(request);
      if (run === undefined) return;
      const { processed = 0, failedCount = 0 } = run.counts ?? {};
      const state = run.counts === null ? 'failed' : 'finalized';
      await hooks.after('action', { ...run.event, state, done: processed, failed: failedCount, file: null });
    };
  });
}

/** Route name → action, for immediate actions. */
function namedActions({ template, actions = {} }: TableDefinition) {
  const table = String((template as { readonly routePrefix?: unknown }).routePrefix);

  return Object.entries(actions)
    .filter(([, { background = false }]) => !background)
    .flatMap(([action]) => {
      const name = `${table}.${action}`;

      return [name, actionRouteNames(name).undo].map((each) => [each, { table, action }] as const);
    });
}
