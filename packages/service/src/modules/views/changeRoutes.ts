import type { NewTableView, TableViewChange } from '@rowhouse/table-protocol';
import type { ViewStore } from '@rowhouse/tables/views';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { viewAccess, withOwner } from './viewAccess.ts';
import { copyOptions, newView, viewChange, viewParams, viewSchema } from './viewSchemas.ts';

const tags = ['views'];
const signedIn = (name: string) => ({ name: `core.views.${name}`, access: 'signed-in' as const });

/** A view is saved, changed, deleted and copied by its owner; users with whom it is shared may copy it. */
export function changeRoutes(
  app: FastifyInstance,
  { db, store }: { readonly db: Kysely<Database>; readonly store: ViewStore },
): void {
  const { callerFor, callerWith } = viewAccess(app, store);

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
}
