import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../database/Database.ts';
import { statusLabel } from '../../demo/orderStatuses.ts';
import { shippingMethod } from '../shippingMethods.ts';
import { findOrder, type Order, type OrderParams, orderParams } from './findOrder.ts';

/** The row button `download` of the orders table. */
export async function downloadOrder(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get<{ Params: OrderParams }>(
    '/orders/:order/download',
    {
      config: { name: 'orders.download' },
      schema: {
        tags: ['orders'],
        summary: 'The slip of an order, as a text file.',
        params: orderParams,
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async ({ params }, reply) => {
      const order = await findOrder(db, params.order);
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName(order.number)}"`)
        .header('cache-control', 'private, no-store')
        .send(slip(order));
    },
  );
}

/** Letters, digits, dots and dashes only, whatever somebody made the order's number. */
function fileName(number: string): string {
  return `order-${number.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60)}.txt`;
}

function slip(order: Order): string {
  const { number, currency, total, tax, items, paid } = order;
  const lines: [string, string][] = [
    ['Order', number],
    ['Placed', `${order.placed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Status', statusLabel(order.status)],
    ['Customer', order.name],
    ...optional('Company', order.company),
    ['E-mail', order.email],
    ['Country', order.country],
    ['Items', `${items}`],
    ['Total', `${total} ${currency}`],
    ['Tax in it', `${tax} ${currency}`],
    ['Shipping', shippingMethod(order.shipping_cents).name],
    ['Paid', paid === null ? 'not known yet' : paid ? 'yes' : 'no'],
    ...optional('Delivered', order.delivered_day),
    ...optional('Tracking', order.tracking_number),
    ...optional('Note', order.note),
  ];
  return lines.map(([name, text]) => `${name.padEnd(10)} ${text.replace(/\s+/g, ' ')}\n`).join('');
}

function optional(name: string, text: string | null): [string, string][] {
  return text === null ? [] : [[name, text]];
}
