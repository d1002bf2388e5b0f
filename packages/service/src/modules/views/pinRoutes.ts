import type { ViewStore } from '@rowhouse/tables/views';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { viewAccess } from './viewAccess.ts';
import { viewParams } from './viewSchemas.ts';

/** A pin belongs to the caller; other users do not see it. */
export function pinRoutes(app: FastifyInstance, store: ViewStore): void {
  const { callerWith } = viewAccess(app, store);

  for (const method of ['PUT', 'DELETE'] as const) {
    const isPinned = method === 'PUT';
    app.route<{ Params: { id: string } }>({
      method,
      url: '/api/views/:id/pin',
      config: { name: `core.views.${isPinned ? 'pin' : 'unpin'}`, access: 'signed-in' },
      schema: {
        tags: ['views'],
        summary: isPinned ? 'Pin a view for the user.' : 'Remove the pin of a view.',
        description: 'Pinned views are those of `GET /api/views?pinned=true`. Others do not see the pin.',
        params: viewParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await store.pin(await callerWith(request), request.params.id, isPinned);

        return reply.code(204).send();
      },
    });
  }
}
