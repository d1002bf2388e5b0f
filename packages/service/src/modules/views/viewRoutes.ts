import type {
  DefaultTableView,
  NewTableView,
  TableView,
  TableViewChange,
  TableViewsResponse,
} from '@rowhouse/table-protocol';
import type { SavedView, ViewCaller, ViewStore } from '@rowhouse/tables/views';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { permits, type User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import {
  copyOptions,
  defaultsSchema,
  listQuery,
  listSchema,
  newDefault,
  newView,
  viewChange,
  viewParams,
  viewSchema,
} from './viewSchemas.ts';

interface ViewRoutesOptions {
  readonly db: Kysely<Database>;
  readonly store: ViewStore;
}

const tags = ['views'];
const signedIn = (name: string) => ({ name: `core.views.${name}`, access: 'signed-in' as const });

/** The saved views of tables that the user may use: own and shared ones. Others are 404. */
export const viewRoutes = fastifyPlugin<ViewRoutesOptions>(
  async (app, { db, store }) => {
    /** The caller, who may use the table. */
    const callerFor = (user: User, table: string): ViewCaller => {
      app.checkTable(user, table);

      return callerOf(user);
    };
    /** The caller, who sees the view and may use its table. */
    const callerWith = async ({ user, params }: FastifyRequest<{ Params: { id: string } }>) => {
      const caller = callerOf(user as User);
      const { table } = await store.find(caller, params.id);

      return callerFor(user as User, table);
    };

    app.get<{ Querystring: { table: string }; Reply: TableViewsResponse }>(
      '/api/views',
      {
        config: signedIn('index'),
        schema: {
          tags,
          summary: 'The saved views of a table.',
          description: "The user's own, then those shared with the user, each by name; at most 200 of both.",
          querystring: listQuery,
          response: { 200: listSchema },
        },
      },
      async ({ user, query: { table } }) => {
        const caller = callerFor(user as User, table);
        const { views, defaults } = await store.list(caller, table);

        return {
          views: await withOwners(db, views),
          defaults,
          roles: caller.mayShare ? await rolesOf(db) : [],
        };
      },
    );

    app.post<{ Body: NewTableView }>(
      '/api/views',
      {
        config: signedIn('store'),
        schema: { tags, summary: 'Save a view.', body: newView, response: { 201: viewSchema } },
      },
      async ({ user, body }, reply) => {
        const view = await store.create(callerFor(user as User, body.table), body);

        return reply.code(201).send(await withOwner(db, view));
      },
    );

    app.patch<{ Params: { id: string }; Body: TableViewChange }>(
      '/api/views/:id',
      {
        config: signedIn('update'),
        schema: {
          tags,
          summary: 'Rename, change or share a view of the user.',
          description: 'Missing members stay unchanged. Without `revision`, the last change wins.',
          params: viewParams,
          body: viewChange,
          response: { 200: viewSchema },
        },
      },
      async (request) =>
        withOwner(db, await store.change(await callerWith(request), request.params.id, request.body)),
    );

    app.delete<{ Params: { id: string } }>(
      '/api/views/:id',
      {
        config: signedIn('destroy'),
        schema: {
          tags,
          summary: 'Delete a view of the user.',
          description: 'Also for those with whom it is shared.',
          params: viewParams,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await store.remove(await callerWith(request), request.params.id);

        return reply.code(204).send();
      },
    );

    app.post<{ Params: { id: string }; Body: { name?: string } }>(
      '/api/views/:id/copy',
      {
        // A name is optional, and so is the body.
        preValidation: async (request) => {
          request.body ??= {};
        },
        config: signedIn('copy'),
        schema: {
          tags,
          summary: 'Copy a view into one of the user.',
          params: viewParams,
          body: copyOptions,
          response: { 201: viewSchema },
        },
      },
      async (request, reply) => {
        const view = await store.copy(await callerWith(request), request.params.id, request.body.name);

        return reply.code(201).send(await withOwner(db, view));
      },
    );

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
  },
  { name: 'view-routes', dependencies: ['guard'] },
);

function callerOf(user: User): ViewCaller {
  return { id: user.id, role: user.role.id, mayShare: permits(user, 'views.share') };
}

async function withOwner(db: Kysely<Database>, view: SavedView): Promise<TableView> {
  const [named] = await withOwners(db, [view]);
  if (named === undefined) throw new Error('A view has an owner.');

  return named;
}

async function withOwners(db: Kysely<Database>, views: readonly SavedView[]): Promise<TableView[]> {
  const ids = [...new Set(views.map(({ owner }) => Number(owner)))];
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(users.map(({ id, name }) => [id, name]));

  return views.map((view) => ({
    ...view,
    owner: { id: view.owner, name: names.get(Number(view.owner)) ?? null },
  }));
}

function rolesOf(db: Kysely<Database>): Promise<TableViewsResponse['roles']> {
  return db.selectFrom('roles').select(['id', 'label']).orderBy('label').execute();
}
