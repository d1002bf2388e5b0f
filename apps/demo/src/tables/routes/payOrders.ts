import type { Database } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { orderId } from './findOrder.ts';

const body = Type.Object({
  selection: Type.Array(orderId, { minItems: 1, maxItems: 1_000, description: 'Ids of the selected rows.' }),
});

/** The button `paid` of the orders table. */
export async function payOrders(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.patch<{ Body: { selection: string[] } }>(
    '/orders/paid',
    {
      config: { name: 'orders.paid' },
      schema: {
        tags: ['orders'],
        summary: 'Marks the selected orders as paid.',
        description: 'Orders that are gone are passed over, and counted in the message.',
        body,
        response: { 200: Type.Object({ message: Type.String() }) },
      },
    },
    async (request) => {
      const ids = [...new Set(request.body.selection.map((id) => `${BigInt(id)}`))];
      // Locked in a fixed order, so that concurrent requests for the same orders do not deadlock.
      const locked = db.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forUpdate();
      const paid = await db
        .updateTable('orders')
        .set({ paid: true })
        .where('id', 'in', locked)
        .returning('id')
        .execute();
      return { message: [paidSentence(paid.length), ...goneSentence(ids.length - paid.length)].join(' ') };
    },
  );
}

function paidSentence(count: number): string {
  if (count === 0) return 'No order was marked.';
  return count === 1 ? '1 order is paid now.' : `${count} orders are paid now.`;
}

function goneSentence(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? '1 is there no more.' : `${count} are there no more.`];
}
