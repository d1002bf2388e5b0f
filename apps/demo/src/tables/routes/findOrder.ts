import { type Database, ServiceError } from '@rowhouse/service';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Type } from 'typebox';

/** Digits instead of a number: ids may exceed the range of exact numbers. */
export const orderId = Type.String({
  pattern: '^[0-9]{1,18}$',
  description: 'the id of an order, in digits',
});
export const orderParams = Type.Object({ order: orderId });

export interface OrderParams {
  readonly order: string;
}

const orNull = (type: 'string' | 'integer' | 'boolean') => Type.Unsafe({ type: [type, 'null'] });
const text = Type.String();

/** An order with all its details. Money is text with two decimals, so that no cent is lost. */
export const orderSchema = Type.Object({
  id: text,
  number: text,
  status: Type.Integer({ description: 'A key of the order statuses.' }),
  statusLabel: text,
  total: Type.String({ description: 'Gross, in `currency`.' }),
  tax: Type.String({ description: 'The part of `total` that is tax.' }),
  shippingCents: Type.Integer(),
  shippingMethod: text,
  currency: text,
  items: Type.Integer(),
  paid: Type.Unsafe({ type: ['boolean', 'null'], description: 'Null while it is not known.' }),
  priority: Type.Unsafe({
    type: ['integer', 'null'],
    description: '1 (highest) to 5; null for most orders.',
  }),
  placedAt: Type.String({ description: 'In ISO 8601, UTC.' }),
  deliveredOn: Type.Unsafe({ type: ['string', 'null'], description: 'YYYY-MM-DD.' }),
  trackingNumber: orNull('string'),
  note: orNull('string'),
  customer: Type.Object({
    id: Type.Integer(),
    name: text,
    email: text,
    company: orNull('string'),
    country: Type.Object({ code: text, name: text, flag: text }),
  }),
});

export type Order = Awaited<ReturnType<typeof findOrder>>;

/** @throws ServiceError if the order does not exist. */
export async function findOrder(db: Kysely<Database>, id: string) {
  const row = await db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .innerJoin('countries', 'countries.code', 'customers.country_code')
    .selectAll('orders')
    .select([
      'customers.name',
      'customers.email',
      'customers.company',
      'countries.code',
      'countries.name as country',
      'countries.flag',
      // The driver would parse the day as a timestamp, in this machine's time zone.
      sql<string | null>`orders.delivered_on::text`.as('delivered_day'),
    ])
    .where('orders.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw missingOrder(id);
  return row;
}

export function missingOrder(id: string): ServiceError {
  return new ServiceError('service.not_found', `There is no order ${id}; it may have been deleted before.`);
}
