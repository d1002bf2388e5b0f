import type { Database } from '@rowhouse/service';
import { belongsTo, defineTable, TableError } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { delivered } from '../data/orderStatuses.ts';
import template from './orders.json' with { type: 'json' };
import { shippingMethod } from './shippingMethods.ts';

/** Orders of the demo data: a large table that uses every feature. */
export const orders = defineTable({
  template,
  source: 'apps/demo/src/tables/orders.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('orders')
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select([
        'orders.id as dtRowId',
        'orders.number',
        'customers.name as customer',
        'customers.email',
        'customers.country_code',
        'orders.status',
        'orders.total',
        'orders.tax',
        'orders.shipping_cents',
        'orders.items',
        'orders.paid',
        'orders.priority',
        'orders.placed_at',
        'orders.delivered_on',
        'orders.tracking_number',
        'orders.note',
      ]),
  with: {
    customer_country: belongsTo('countries', {
      foreignKey: 'country_code',
      ownerKey: 'code',
      columns: ['code', 'name', 'flag'],
    }),
  },
  appends: {
    net: ({ total, tax }) => subtract(total, tax),
    shipping_icon: ({ shipping_cents }) => shippingMethod(shipping_cents).icon,
    shipping_method: ({ shipping_cents }) => shippingMethod(shipping_cents).name,
  },
  methods: { tax_rate: ({ total, tax }) => taxRate(Number(total), Number(tax)) },
  cssClasses: ({ status }) => (status === 5 ? ['has-text-danger-on-scheme'] : []),
  count: { sources: ['orders'], wholeTable: true },
  live: { sources: ['orders', 'customers', 'countries'] },
  edit: {
    columns: {
      status: true,
      paid: true,
      delivered_on: { before: refuseUndelivered },
      note: { schema: Type.Union([Type.Null(), Type.String({ maxLength: 500 })]) },
    },
  },
});

function refuseUndelivered({ row, value }: { row: { status: number }; value: unknown }): void {
  if (value === null || row.status === delivered) return;
  throw new TableError('tables.edit_refused', 'The order is not delivered. Change its status first.');
}

/** Exact, since both have two decimals. */
function subtract(total: string, tax: string): string {
  const cents = BigInt(total.replace('.', '')) - BigInt(tax.replace('.', ''));
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');

  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** In percent of the net amount; null if it is zero. */
function taxRate(total: number, tax: number): number | null {
  return total === tax ? null : Math.round((100 * tax) / (total - tax));
}
