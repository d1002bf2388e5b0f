import { defineTable, TableError } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Stock } from './stock.ts';

/**
 * The first goods, with editable cells of every kind of values. Texts longer than 40 characters, and goods without a status
 * or a price, are refused.
 */
export const editable = defineTable({
  template: {
    routePrefix: 'editable',
    name: 'Stock',
    crtNo: true,
    selectable: true,
    comparisonOperator: 'ILIKE',
    columns: [
      {
        label: 'Number',
        name: 'number',
        data: 'goods.number',
        align: 'left',
        meta: ['searchable', 'sortable', 'sort:ASC', 'filterable'],
      },
      { label: 'Note', name: 'customer', data: 'goods.customer', meta: ['editable', 'filterable'] },
      { label: 'Kind', name: 'kind', data: 'goods.kind_id', meta: ['editable'] },
      {
        label: 'Status',
        name: 'status',
        data: 'goods.status',
        enum: 'stockStatuses',
        meta: ['filterable', 'editable'],
      },
      {
        label: 'Price',
        name: 'price',
        data: 'goods.price',
        money: { symbol: '€', precision: 2, format: '%s %v' },
        meta: ['filterable', 'total', 'editable'],
      },
      { label: 'Paid', name: 'paid', data: 'goods.paid', meta: ['boolean', 'filterable', 'editable'] },
      { label: 'Due', name: 'due_on', data: 'goods.due_on', meta: ['date', 'filterable', 'editable'] },
      { label: 'Placed', name: 'placed_at', data: 'goods.placed_at', meta: ['datetime', 'editable'] },
    ],
    filters: [{ label: 'Kind', name: 'kind', data: 'goods.kind_id', type: 'select', route: 'kinds.options' }],
  },
  query: (db: Kysely<Stock>) =>
    db
      .selectFrom('goods')
      .leftJoin('kinds', 'kinds.id', 'goods.kind_id')
      .selectAll('goods')
      .select(['goods.id as dtRowId', 'kinds.name as kind']),
  enums: { stockStatuses: { open: 'Open', sent: 'On its way', done: 'Done' } },
  edit: {
    columns: {
      customer: {
        before: ({ value }) => {
          if (String(value).length > 40) throw new TableError('tables.edit_refused', 'The note is too long.');
        },
      },
      kind: { column: 'goods.kind_id', references: 'kinds.id' },
      status: { schema: { type: 'string' } },
      price: { schema: { type: 'number' } },
      paid: true,
      due_on: true,
      placed_at: true,
    },
  },
});
