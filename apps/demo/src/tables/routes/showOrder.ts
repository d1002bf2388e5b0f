import type { Database } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { statusLabel } from '../../data/orderStatuses.ts';
import { shippingMethod } from '../shippingMethods.ts';
import { findOrder, type Order, type OrderParams, orderParams, orderSchema } from './findOrder.ts';

/** Target of the button `show` of the orders table. */
export async function showOrder(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get<{ Params: OrderParams }>(
    '/orders/:order',
    {
      config: { name: 'orders.show' },
      schema: {
        tags: ['orders'],
        summary: 'An order, with its customer.',
        params: orderParams,
        response: { 200: Type.Object({ order: orderSchema }) },
      },
    },
    async ({ params }) => ({ order: toResponse(await findOrder(db, params.order)) }),
  );
}

function toResponse(order: Order) {
  const { id, number, status, total, tax, currency, items, paid, priority, note } = order;
  return {
    id,
    number,
    status,
    statusLabel: statusLabel(status),
    total,
    tax,
    shippingCents: order.shipping_cents,
    shippingMethod: shippingMethod(order.shipping_cents).name,
    currency,
    items,
    paid,
    priority,
    placedAt: order.placed_at.toISOString(),
    deliveredOn: order.delivered_day,
    trackingNumber: order.tracking_number,
    note,
    customer: {
      id: order.customer_id,
      name: order.name,
      email: order.email,
      company: order.company,
      country: { code: order.code, name: order.country, flag: order.flag },
    },
  };
}
