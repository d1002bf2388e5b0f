import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../database/Database.ts';
import { ServiceError } from '../../http/errors.ts';

/** The row button of the orders table. */
export async function destroyOrder(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.delete<{ Params: { order: string } }>(
    '/orders/:order',
    {
      config: { name: 'orders.destroy' },
      schema: {
        tags: ['orders'],
        summary: 'Deletes an order.',
        params: Type.Object({ order: Type.String({ pattern: '^[0-9]{1,18}$' }) }),
        response: { 200: Type.Object({ message: Type.String() }) },
      },
    },
    async ({ params }) => {
      const deleted = await db
        .deleteFrom('orders')
        .where('id', '=', params.order)
        .returning('number')
        .executeTakeFirst();

      if (!deleted) {
        throw new ServiceError(
          'service.not_found',
          `There is no order ${params.order}; it may have been deleted before.`,
        );
      }

      return { message: `Order ${deleted.number} was deleted.` };
    },
  );
}
