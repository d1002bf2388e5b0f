import type {
  DataResponse,
  InitColumn,
  InitColumnMeta,
  InitResponse,
  InitTemplate,
} from '@rowhouse/table-protocol';
import { type ColumnFlag, columnFlags } from '@rowhouse/table-protocol/internal';
import { readInit } from './readInit.ts';

type ColumnInput = Omit<Partial<InitColumn>, 'meta'> & { name: string; meta?: Partial<InitColumnMeta> };

export function column({ name, meta, ...others }: ColumnInput): InitColumn {
  const flags = Object.fromEntries(columnFlags.map((flag) => [flag, false])) as Record<ColumnFlag, boolean>;
  return {
    name,
    label: name,
    ...others,
    meta: { ...flags, visible: true, hidden: false, sort: null, ...meta },
  };
}

/** Columns of every kind that the state of a table has to do with. */
export const orderColumns: InitColumn[] = [
  column({
    name: 'number',
    label: 'Number',
    data: 'orders.number',
    meta: { searchable: true, sortable: true, filterable: true },
  }),
  column({
    name: 'status',
    label: 'Status',
    data: 'orders.status',
    enum: { new: 'New', sent: 'Sent' },
    meta: { sortable: true, filterable: true },
  }),
  column({
    name: 'total',
    label: 'Total',
    data: 'orders.total',
    number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s%v' },
    meta: { sortable: true, filterable: true, total: true },
  }),
  column({ name: 'paid', label: 'Paid', data: 'orders.paid', meta: { boolean: true, filterable: true } }),
  column({
    name: 'placed_at',
    label: 'Placed',
    data: 'orders.placed_at',
    meta: { datetime: true, filterable: true },
  }),
  column({ name: 'due_on', label: 'Due', data: 'orders.due_on', meta: { date: true, filterable: true } }),
  column({ name: 'note', label: 'Note', data: 'orders.note', meta: { visible: false } }),
  column({ name: 'secret', label: 'Secret', data: 'orders.secret', meta: { rogue: true, searchable: true } }),
];

/** An answer of the init route. */
export function initResponse(template: Partial<InitTemplate> = {}): InitResponse {
  return readInit({
    apiVersion: '1.0',
    template: {
      readPath: '/api/orders/tableData',
      method: 'POST',
      debounce: 100,
      dtRowId: 'id',
      model: 'order',
      name: 'Orders',
      selectable: true,
      lengthMenu: [10, 25, 50],
      searchModes: ['full', 'startsWith', 'exactMatch'],
      styles: { compact: 'is-narrow', striped: 'is-striped', bordered: 'is-bordered', hover: 'is-hoverable' },
      style: ['is-hoverable'],
      buttons: { global: [], row: [], dropdown: [] },
      columns: orderColumns,
      filters: [
        { label: 'Customer', name: 'customer', data: 'customers.id', type: 'select', path: '/api/customers' },
      ],
      ...template,
    },
    meta: { length: 10, searchMode: 'full', searchable: true },
  });
}

interface DataInput {
  readonly rows?: Record<string, unknown>[];
  readonly count?: number;
  readonly page?: number;
  readonly pages?: number | null;
}

/** An answer of the data route: ten rows of a hundred, unless told otherwise. */
export function dataResponse({ rows, count = 100, page = 1, pages = 10 }: DataInput = {}): DataResponse {
  return {
    data: rows ?? Array.from({ length: 10 }, (_, index) => ({ id: (page - 1) * 10 + index + 1 })),
    count,
    formattedCount: String(count),
    filtered: count,
    formattedFiltered: String(count),
    total: {},
    fullRecordInfo: pages !== null,
    filters: false,
    pagination: { page, pages, atStart: false, atEnd: false, atMiddle: false, middlePages: [] },
  };
}
