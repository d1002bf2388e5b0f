import type { DefaultTableView, TableViewsResponse } from '@rowhouse/table-protocol';
import { type ViewStore, viewNotFound } from '@rowhouse/tables/views';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { invalidRequest } from '../../base/errors.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { changeRoutes } from './changeRoutes.ts';
import { pinRoutes } from './pinRoutes.ts';
import { callerOf, viewAccess, withOwner, withOwners } from './viewAccess.ts';
import { defaultsSchema, listQuery, listSchema, newDefault, viewParams, viewSchema } from './viewSchemas.ts';

interface ViewRoutesOptions {
  readonly db: Kysely<Database>;
  readonly store: ViewStore;
}

const tags = ['views'];
const signedIn = (name: string) => ({ name: `core.views.${name}`, access: 'signed-in' as const });

/** The saved views of tables that the user may use: own and shared ones. Others are 404. */
export const viewRoutes = fastifyPlugin<ViewRoutesOptions>(
  async (app, options) => {
    readRoutes(app, options);
    changeRoutes(app, options);
    pinRoutes(app, options.store);
    defaultRoute(app, options);
  },
  { name: 'view-routes', dependencies: ['guard'] },
);

function readRoutes(app: FastifyInstance, { db, store }: ViewRoutesOptions): void {
  const { callerFor, mayUse } = viewAccess(app, store);

  app.get<{ Querystring: { table?: string; pinned?: boolean }; Reply: TableViewsResponse }>(
    '/api/views',
    {
      config: signedIn('index'),
      schema: {
        tags,
        summary: 'The saved views of a table, or the pinned ones.',
        description:
          "The user's own, then those shared with the user, each by name; at most 200 of both. With `pinned=true` the pinned ones by name, without `table` of all tables that the user may use, and no defaults and roles.",
        querystring: listQuery,
        response: { 200: listSchema },
      },
    },
    async ({ user, query: { table, pinned = false } }) => {
      if (pinned) {
        if (table !== undefined) app.checkTable(user as User, table);
        const views = (await store.pinned(callerOf(user as User))).filter(
          (view) => mayUse(user as User, view.table) && (table === undefined || view.table === table),
        );

        return { views: await withOwners(db, views), defaults: noDefaults, roles: [] };
      }
      if (table === undefined) throw invalidRequest({ table: ['is required without pinned=true'] });
      const caller = callerFor(user as User, table);
      const { views, defaults } = await store.list(caller, table);

      return {
        views: await withOwners(db, views),
        defaults,
        roles: caller.mayShare ? await rolesOf(db) : [],
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/views/:id',
    {
      config: signedIn('show'),
      schema: {
        tags,
        summary: 'One view, such as that of a link.',
        description:
          '404 also for a view that is not shared with the user, or of a table that the user may not use.',
        params: viewParams,
        response: { 200: viewSchema },
      },
    },
    async ({ user, params: { id } }) => {
      const view = await store.find(callerOf(user as User), id);
      if (!mayUse(user as User, view.table)) throw viewNotFound(id);

      return withOwner(db, view);
    },
  );
}

function defaultRoute(app: FastifyInstance, { store }: ViewRoutesOptions): void {
  const { callerFor } = viewAccess(app, store);

  app.put<{ Body: Omit<DefaultTableView, 'role'> & { readonly role?: number } }>(
    '/api/views/default',
    {
      config: signedIn('default'),
      schema: {
        tags,
        summary: 'Set or remove the view with which a table opens.',
        description:
          'For the user, or with the permission views.share for a role or everyone, with whom the view has to be shared.',
        body: newDefault,
        response: { 200: defaultsSchema },
      },
    },
    async ({ user, body }) => {
      const caller = callerFor(user as User, body.table);
      await store.setDefault(caller, body);
      const { defaults } = await store.list(caller, body.table);

      return { defaults };
    },
  );
}

const noDefaults = { me: null, role: null, everyone: null };

function rolesOf(db: Kysely<Database>): Promise<TableViewsResponse['roles']> {
  return db.selectFrom('roles').select(['id', 'label']).orderBy('label').execute();
}
