import type { Database } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { missingOrder, type OrderParams, orderParams } from './findOrder.ts';

/** The row button `destroy` of the orders table. */
export async function destroyOrder(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.delete<{ Params: OrderParams }>(
    '/orders/:order',
    {
      config: { name: 'orders.destroy' },
      schema: {
        tags: ['orders'],
        summary: 'Deletes an order.',
        params: orderParams,
        response: { 200: Type.Object({ message: Type.String() }) },
      },
    },
    async ({ params }) => {
      const deleted = await db
        .deleteFrom('orders')
        .where('id', '=', params.order)
        .returning('number')
        .executeTakeFirst();
      if (!deleted) throw missingOrder(params.order);
      return { message: `Order ${deleted.number} was deleted.` };
    },
  );
}
