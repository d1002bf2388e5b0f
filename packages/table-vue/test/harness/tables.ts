import { belongsTo, defineTable, type TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import everything from './everything.json' with { type: 'json' };
import { withExports } from './exportedFiles.ts';
import { parcels } from './parcels.ts';
import { workshopTables } from './parts.ts';
import type { Stock } from './stock.ts';

type Database = Kysely<Stock>;

const named = (routePrefix: string, columns = ['name']) => ({
  routePrefix,
  comparisonOperator: 'ILIKE',
  crtNo: true,
  columns: columns.map((name) => ({
    label: name,
    name,
    data: `${routePrefix}.${name}`,
    meta: ['searchable', 'sortable', 'filterable'],
  })),
});

const related = (routePrefix: string, flatten: boolean) =>
  defineTable({
    template: {
      routePrefix,
      flatten,
      columns: [
        { label: 'Number', name: 'number', data: 'goods.number' },
        { label: 'Kind', name: 'kind.name' },
        { label: 'Owner', name: 'kind.owner' },
        { label: 'Stock', name: 'quantity', data: 'goods.quantity', meta: ['rawTotal'] },
      ],
    },
    query: (db: Database) =>
      db
        .selectFrom('goods')
        .select(['goods.id as dtRowId', 'number', 'kind_id', 'quantity'])
        .where('id', '<', 9),
    with: { kind: belongsTo('kinds', { foreignKey: 'kind_id' }) },
    totals: { quantity: sql<number>`max(goods.quantity)` },
  });

const watchedColumns = ['number', 'customer'].map((name) => ({
  label: name,
  name,
  data: `goods.${name}`,
  meta: ['searchable', 'sortable'],
}));

/** Sixty columns, of which the first half is shown at first. */
const wideColumns = Array.from({ length: 60 }, (_, index) => ({
  label: `Column ${index + 1}`,
  name: `c${index + 1}`,
  data: 'goods.number',
  meta: index < 30 ? ['sortable'] : ['notVisible'],
}));

/** Rows that can be grouped, with totals and a button. */
const grouped = (routePrefix: string) =>
  defineTable({
    template: {
      routePrefix,
      name: 'Grouped',
      method: 'POST',
      selectable: true,
      lengthMenu: [10, 25, 50],
      buttons: [{ type: 'row', icon: 'star', class: '', label: 'Note', name: 'note', event: 'note' }],
      columns: [
        {
          label: 'Number',
          name: 'number',
          data: 'goods.number',
          meta: ['searchable', 'sortable', 'sort:ASC'],
        },
        {
          label: 'Status',
          name: 'status',
          data: 'goods.status',
          enum: 'goodsStatuses',
          meta: ['sortable', 'filterable', 'groupable'],
        },
        {
          label: 'Fee',
          name: 'cents',
          data: 'goods.cents',
          number: { precision: 2 },
          meta: ['cents', 'total'],
        },
        { label: 'Paid', name: 'paid', data: 'goods.paid', meta: ['boolean', 'filterable', 'groupable'] },
        { label: 'Placed', name: 'placed_at', data: 'goods.placed_at', meta: ['datetime', 'groupable'] },
        { label: 'Quantity', name: 'quantity', data: 'goods.quantity', number: {}, meta: ['average'] },
      ],
    },
    query: (db: Database) => db.selectFrom('goods').selectAll().select('goods.id as dtRowId'),
    enums: { goodsStatuses: { open: 'Open', sent: 'On its way', done: 'Done' } },
  });

const owner = sql<string>`case when goods.status = 'open' then 'Adam' else 'Ewa Bąk' end`;

export const harnessTables: readonly TableDefinition[] = [
  ...workshopTables,
  parcels,
  grouped('grouped'),
  // Two records of one name.
  defineTable({
    template: {
      ...named('owned'),
      method: 'POST',
      columns: [
        { label: 'Number', name: 'number', data: 'goods.number', meta: ['sortable'] },
        { label: 'Owner', name: 'owner', meta: ['groupable'] },
        { label: 'Status', name: 'status', data: 'goods.status' },
      ],
    },
    query: (db: Database) =>
      db
        .selectFrom('goods')
        .select(['goods.id as dtRowId', 'goods.number', 'goods.status', owner.as('owner')]),
    expressions: { owner },
    groupKeys: { owner: 'goods.status' },
  }),
  defineTable({
    template: everything,
    source: 'everything.json',
    query: (db: Database) => db.selectFrom('goods').selectAll().select('goods.id as dtRowId'),
    with: {},
    appends: { doubled: ({ quantity }) => (quantity === null ? '' : `${quantity * 2}`) },
    methods: { shout: ({ number }) => number.toUpperCase() },
    enums: { goodsStatuses: { open: 'Open', sent: 'On its way', done: 'Done' } },
    rowActions: ({ id }) =>
      id === 2 ? ['show', 'edit'] : ['show', 'edit', 'destroy', 'download', 'note', 'slotted'],
    cssClasses: ({ id }): Record<string, string> => (id === 3 ? { number: 'has-text-danger' } : {}),
  }),
  defineTable({
    template: named('nothing'),
    query: (db: Database) => db.selectFrom('nothing').selectAll().select('nothing.id as dtRowId'),
  }),
  defineTable({
    template: named('single'),
    query: (db: Database) => db.selectFrom('single').selectAll().select('single.id as dtRowId'),
  }),
  defineTable({
    template: named('strange', ['name', 'note']),
    query: (db: Database) => db.selectFrom('strange').selectAll().select('strange.id as dtRowId'),
  }),
  defineTable({
    template: { ...named('lines', ['name', 'note']), selectable: true, lengthMenu: [2000, 10, 3000] },
    query: (db: Database) => db.selectFrom('lines').selectAll().select('lines.id as dtRowId'),
  }),
  // Marks rows that others change.
  defineTable({
    template: { ...named('watched'), live: true, columns: watchedColumns },
    query: (db: Database) =>
      db.selectFrom('goods').selectAll().select('goods.id as dtRowId').where('id', '<', 9),
  }),
  related('related', false),
  related('flattened', true),
  defineTable({
    template: { routePrefix: 'wide', columns: wideColumns },
    query: (db: Database) =>
      db
        .selectFrom('goods')
        .select('goods.id as dtRowId')
        .select((eb) => wideColumns.map(({ name }) => eb.ref('goods.number').as(name))),
  }),
];

/** Tables whose exports write files. */
export const exportedTables: readonly TableDefinition[] = [withExports(grouped('exported'), 'exported')];

/** A table above its limit, read by POST: counted on demand only. */
export const largeTables: readonly TableDefinition[] = [
  grouped('grouped-large'),
  defineTable({
    template: {
      routePrefix: 'large',
      method: 'POST',
      comparisonOperator: 'ILIKE',
      columns: [
        {
          label: 'Number',
          name: 'number',
          data: 'goods.number',
          meta: ['searchable', 'sortable', 'filterable', 'facet'],
        },
        { label: 'Price', name: 'price', data: 'goods.price', number: { precision: 2 }, meta: ['total'] },
      ],
    },
    query: (db: Database) => db.selectFrom('goods').selectAll().select('goods.id as dtRowId'),
  }),
];
