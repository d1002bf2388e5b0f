import { say } from '@rowhouse/problems';
import type { TableDefinition, Tables } from '@rowhouse/tables';
import { dynamicTables, tables } from '@rowhouse/tables/fastify';
import { actionRouteNames, type EditedCell, type EditHooks } from '@rowhouse/tables/internal';
import { openBookmark } from '@rowhouse/tables-postgres';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { ServiceError } from '../base/errors.ts';
import { tableId } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import type { User } from '../kernel/access/User.ts';
import { actorOf, type HookCalls } from '../kernel/hooks/createHooks.ts';
import { problemTranslation } from '../kernel/http/errorHandling.ts';
import type { ActionEvent } from '../modules/tableJobs/index.ts';
import './editEvents.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { retrySeconds } from './databases/index.ts';
import type { LiveTables } from './liveTables.ts';
import { readTurns } from './readTurns.ts';
import { linksRoute, menuRoute } from './tableRoutes.ts';

/** Serves the tables of all modules and served databases under /api. */
export async function serveTables(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
  live: LiveTables,
): Promise<void> {
  const { sets, unavailable } = live.current;
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
      for (const set of sets) {
        const { definitions: tablesOfSet, ...shared } = set.options;
        const onCreated = (created: Tables) => {
          for (const definition of tablesOfSet) app.tablesById.set(tableId(definition), created);
        };
        await api.register(tables, {
          ...{ ...shared, ...served, turn: turnOf(set), tables: tablesOfSet, onCreated },
        });
      }
      await api.register(async (scope) => {
        const later = dynamicTables(scope, {
          prefixes: [...unavailable.values()].flat(),
          translateFor: served.translateFor,
          unavailable: (prefix) => unavailableError(live, prefix),
          config: { access: 'signed-in' },
        });
        live.onAdd(async (added) => {
          for (const set of added) {
            const { definitions: tablesOfSet, ...shared } = set.options;
            app.addPermissions(
              await later.add({ ...shared, ...served, turn: turnOf(set), tables: tablesOfSet }),
            );
          }
        });
      });
    },
    { prefix: '/api' },
  );
}

/** The error for tables of a database that has never been available. */
function unavailableError({ current: { unavailable } }: LiveTables, prefix: string): ServiceError | null {
  const [name] = [...unavailable].find(([, prefixes]) => prefixes.includes(prefix)) ?? [];

  return name === undefined
    ? null
    : new ServiceError(
        'service.database_unavailable',
        say`The database "${name}" has not been available since the service started, so its tables are not known. Try again: they are served as soon as it is available.`,
        { retryAfter: retrySeconds },
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
