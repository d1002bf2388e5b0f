import type { Database } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { orderStatuses } from '../../data/orderStatuses.ts';

/**
 * The button `summary` in the menu of the orders table. Counts by the index on the status, without reading
 * rows.
 */
export async function orderSummary(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get(
    '/orders/summary',
    {
      config: { name: 'orders.summary' },
      schema: {
        tags: ['orders'],
        summary: 'How many orders have each status, as a CSV file.',
        response: { 200: { content: { 'text/csv': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      const rows = await db
        .selectFrom('orders')
        .select((select) => ['status', select.fn.countAll<string>().as('orders')])
        .groupBy('status')
        .execute();
      const counts = new Map(rows.map(({ status, orders }) => [`${status}`, orders]));
      const lines = Object.entries(orderStatuses).map(([key, label]) => `${label},${counts.get(key) ?? 0}`);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="orders-by-status.csv"')
        .header('cache-control', 'private, no-store')
        .send(`${['Status,Orders', ...lines].join('\r\n')}\r\n`);
    },
  );
}
