import type { Kysely } from 'kysely';
import { defineTable, type TableDefinition, type TemplateJson } from '../src/index.ts';
import type { Shop } from './shop.ts';

/** Columns of each kind that is formatted. */
export const base = {
  routePrefix: 'orders',
  lengthMenu: [100],
  columns: [
    { label: 'Number', name: 'number', data: 'orders.number' },
    { label: 'Status', name: 'status', data: 'orders.status', enum: 'statuses' },
    { label: 'Total', name: 'total', data: 'orders.total', money: { symbol: '€', precision: 2 } },
    { label: 'Fee', name: 'cents', data: 'orders.cents', meta: ['cents'] },
    { label: 'Quantity', name: 'quantity', data: 'orders.quantity', number: { precision: 1, decimal: ',' } },
    { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean'] },
  ],
} satisfies TemplateJson;

/** Orders with all their attributes, in the order of their identifiers. */
export function orders(
  template: Partial<TemplateJson> = {},
  more: Partial<TableDefinition> = {},
): TableDefinition {
  return {
    ...defineTable({
      template: { ...base, ...template },
      enums: { statuses: { new: 'New' } },
      query: (db: Kysely<Shop>) => db.selectFrom('orders').selectAll('orders').select('orders.id as dtRowId'),
    }),
    ...more,
  };
}
