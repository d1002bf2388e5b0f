import { type Database, ServiceError } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { isClosed, type OrderStatus, orderStatuses, statusLabel } from '../data/orderStatuses.ts';

const statusNames = Object.values(orderStatuses).map((label) => label.toLowerCase());

/** An order as a web shop shows it to its customer. */
export const shopOrderSchema = Type.Object({
  number: Type.String(),
  status: Type.Enum(statusNames),
  total: Type.String({ description: 'Gross, in `currency`, with two decimals.' }),
  tax: Type.String({ description: 'The part of the total that is tax.' }),
  shipping: Type.String({ description: 'What shipping costs, in `currency`.' }),
  currency: Type.String({ description: 'ISO 4217.' }),
  items: Type.Integer(),
  paid: Type.Union([Type.Boolean(), Type.Null()], { description: 'Null while it is not known.' }),
  placedAt: Type.String({ description: 'ISO 8601, in UTC.' }),
  deliveredOn: Type.Union([Type.String(), Type.Null()], { description: 'YYYY-MM-DD.' }),
  trackingNumber: Type.Union([Type.String(), Type.Null()], { description: "The carrier's." }),
});

export type ShopOrder = Type.Static<typeof shopOrderSchema>;

/** Changes of an order that a shop may report. */
export const reportable = ['shipped', 'delivered'] as const;
export type Reportable = (typeof reportable)[number];

const statusOf: Readonly<Record<Reportable, OrderStatus>> = { shipped: 3, delivered: 4 };

/** Throws `service.not_found`. */
export async function findShopOrder(db: Kysely<Database>, number: string): Promise<ShopOrder> {
  const row = await read(db, number).executeTakeFirst();
  if (row === undefined) throw notFound(number);

  return toResponse(row);
}

/**
 * Changes the status of an order and returns it; an order that already has the status stays unchanged. Throws
 * `service.not_found`, and `service.conflict` for an order with a later status, or one that is cancelled or returned.
 * `today` (YYYY-MM-DD) is the day of the delivery.
 */
export function reportShopOrder(
  db: Kysely<Database>,
  number: string,
  to: Reportable,
  today: string,
): Promise<ShopOrder> {
  return db.transaction().execute(async (transaction) => {
    const row = await read(transaction, number).forUpdate().executeTakeFirst();
    if (row === undefined) throw notFound(number);
    const status = statusOf[to];
    if (row.status === status) return toResponse(row);
    if (isClosed(row.status) || row.status > status) {
      throw new ServiceError(
        'service.conflict',
        `The order ${number} is ${statusLabel(row.status).toLowerCase()}, and cannot become ${to} any more.`,
      );
    }
    await transaction
      .updateTable('orders')
      .set({
        status,
        ...(to === 'delivered' && { delivered_on: sql<string>`coalesce(delivered_on, ${today}::date)` }),
      })
      .where('number', '=', number)
      .execute();

    return toResponse(await read(transaction, number).executeTakeFirstOrThrow());
  });
}

function read(db: Kysely<Database>, number: string) {
  return db
    .selectFrom('orders')
    .select([
      'number',
      'status',
      'total',
      'tax',
      'shipping_cents',
      'currency',
      'items',
      'paid',
      'placed_at',
      // The driver would parse the day as a timestamp.
      sql<string | null>`delivered_on::text`.as('delivered_day'),
      'tracking_number',
    ])
    .where('number', '=', number);
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof read>['executeTakeFirst']>>>;

function toResponse(row: Row): ShopOrder {
  const { number, total, tax, currency, items, paid } = row;

  return {
    number,
    status: statusLabel(row.status).toLowerCase(),
    total,
    tax,
    shipping: (row.shipping_cents / 100).toFixed(2),
    currency,
    items,
    paid,
    placedAt: row.placed_at.toISOString(),
    deliveredOn: row.delivered_day,
    trackingNumber: row.tracking_number,
  };
}

function notFound(number: string): ServiceError {
  return new ServiceError('service.not_found', `There is no order ${number}.`);
}
