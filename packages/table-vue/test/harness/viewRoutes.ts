import type { DefaultTableView, NewTableView, TableViewChange } from '@rowhouse/table-protocol';
import { TableError } from '@rowhouse/tables';
import { installViews, kyselyViewStore, type ViewCaller, type ViewStore } from '@rowhouse/tables/views';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';

/** The user of the harness page, and one who shares views with that user's role. */
export const viewUsers = {
  ada: { id: 1, role: 1, mayShare: true },
  ben: { id: 2, role: 2, mayShare: true },
} satisfies Record<string, ViewCaller>;

export interface HarnessViews {
  readonly store: ViewStore;
  /** Deletes all views. */
  clear(): Promise<void>;
}

/** Saved views in an application without the service. */
export async function viewRoutes<DB>(app: FastifyInstance, db: Kysely<DB>): Promise<HarnessViews> {
  await installViews(db);
  const store = kyselyViewStore(db);
  const me = viewUsers.ada;
  const roles = [
    { id: 1, label: 'Sales' },
    { id: 2, label: 'Support' },
  ];
  type WithId = FastifyRequest<{ Params: { id: string } }>;

  await app.register(
    async (routes) => {
      routes.setErrorHandler((error, _, reply) => {
        if (!(error instanceof TableError)) throw error;
        return reply.code(error.status).send({ message: error.message });
      });
      routes.get('/', async ({ query }) => ({
        ...(await store.list(me, (query as { table: string }).table)),
        roles,
      }));
      routes.post('/', ({ body }) => store.create(me, body as NewTableView));
      routes.get('/:id', ({ params }: WithId) => store.find(me, params.id));
      routes.patch('/:id', ({ params, body }: WithId) =>
        store.change(me, params.id, body as TableViewChange),
      );
      routes.delete('/:id', async ({ params }: WithId) => {
        await store.remove(me, params.id);
      });
      routes.post('/:id/copy', ({ params }: WithId) => store.copy(me, params.id));
      routes.put('/default', async ({ body }) => {
        await store.setDefault(me, body as DefaultTableView);
      });
      routes.put('/:id/pin', async ({ params }: WithId) => {
        await store.pin(me, params.id, true);
      });
      routes.delete('/:id/pin', async ({ params }: WithId) => {
        await store.pin(me, params.id, false);
      });
    },
    { prefix: '/api/views' },
  );

  return {
    store,
    clear: async () => {
      for (const user of Object.values(viewUsers)) {
        for (const { id, isOwn } of (await store.list(user, 'everything')).views) {
          if (isOwn) await store.remove(user, id);
        }
      }
    },
  };
}
