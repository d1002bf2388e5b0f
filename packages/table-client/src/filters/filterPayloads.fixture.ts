import type { InitTemplate } from '@rowhouse/table-protocol';
import type { ActiveFilter, WhereNode } from '../conditions/Where.ts';
import { column, orderColumns } from '../responses/responses.fixture.ts';
import type { TableClient } from '../TableController.ts';

/** A table with filters of every type. */
export const filteredTemplate: Partial<InitTemplate> = {
  debounce: 0,
  searchModes: ['full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'],
  columns: [
    ...orderColumns.map((given) =>
      given.name === 'status' ? { ...given, meta: { ...given.meta, groupable: true } } : given,
    ),
    column({
      name: 'price',
      label: 'Price',
      data: 'orders.price',
      money: { symbol: '€', decimal: '.', thousand: ',', precision: 2 },
      meta: { sortable: true, filterable: true, cents: true },
    }),
  ],
};

type Command = (table: TableClient) => void;

const labels: Readonly<Record<string, string>> = {
  'orders.number': 'Number',
  'orders.status': 'Status',
  'orders.total': 'Total',
  'orders.price': 'Price',
  'orders.paid': 'Paid',
  'orders.placed_at': 'Placed',
  'orders.due_on': 'Due',
  'customers.id': 'Customer',
};

/** Adds a plain filter, as the form of a filter does. */
const plain = (
  data: string,
  type: ActiveFilter['type'],
  value: ActiveFilter['value'],
  mode: ActiveFilter['mode'] = null,
  more: Partial<ActiveFilter> = {},
): Command => {
  const filter = { label: labels[data] ?? data, data, type, value, mode, ...more };

  return (table) => table.setFilter(filter);
};
const where =
  (node: WhereNode): Command =>
  (table) =>
    table.setWhere(node);

const text = (value: string, mode: ActiveFilter['mode']) => plain('orders.number', 'string', value, mode);
const total = (min: string | null, max: string | null) =>
  plain('orders.total', 'number', { min, max }, 'interval');
const placed = (min: string | null, max: string | null) =>
  plain('orders.placed_at', 'date', { min, max }, 'interval');
const due = (min: string | null, max: string | null) =>
  plain('orders.due_on', 'date', { min, max }, 'interval');
const status = (...keys: string[]) => plain('orders.status', 'enum', keys);
const paid = plain('orders.paid', 'boolean', true);
const customers = (ids: (number | string)[], valueLabels: string[]) =>
  plain('customers.id', 'select', ids, null, { valueLabels });
const late: WhereNode = { data: 'orders.due_on', operator: 'before', value: 'today' };
const large: WhereNode = { data: 'orders.total', operator: 'atLeast', value: '100' };
const unsent: WhereNode = { not: { data: 'orders.status', operator: 'is', value: 'sent' } };

/** Typical filters: name → what the user or the application does. */
export const typicalFilters: Readonly<Record<string, readonly Command[]>> = {
  'no filter': [],
  'text contains': [text('smith', 'full')],
  'text starts with': [text('N-0', 'startsWith')],
  'text ends with': [text('07', 'endsWith')],
  'text equals': [text('N-00007', 'exactMatch')],
  'text without': [text('%_\\', 'doesntContain')],
  'text with signs of the address': [text('a&b=c #+%"ă', 'full')],
  'text is not': [where({ data: 'orders.number', operator: 'isNot', value: 'N-1' })],
  'text is, in its case': [where({ data: 'orders.number', operator: 'is', value: 'N-1' })],
  'text contains, as a condition': [where({ data: 'orders.number', operator: 'contains', value: 'N-1' })],
  'text any of': [where({ data: 'orders.number', operator: 'anyOf', value: ['N-1', 'N-2'] })],
  'text none of': [where({ data: 'orders.number', operator: 'noneOf', value: ['N-1', 'N-2'] })],
  'text empty': [where({ data: 'orders.number', operator: 'isEmpty' })],
  'text not empty': [where({ data: 'orders.number', operator: 'isNotEmpty' })],
  'number equals': [plain('orders.total', 'number', '137.50', 'value')],
  'number not a number': [plain('orders.total', 'number', 'NaN', 'value')],
  'number between': [total('10', '12.5')],
  'number from': [total('-0.10', null)],
  'number up to': [total(null, '99999999999999999999')],
  'number more than': [where({ data: 'orders.total', operator: 'moreThan', value: '100' })],
  'number is not': [where({ data: 'orders.total', operator: 'isNot', value: '0' })],
  'number between, as a condition': [
    where({ data: 'orders.total', operator: 'between', value: { min: '1', max: '2' } }),
  ],
  'number any of': [where({ data: 'orders.total', operator: 'anyOf', value: ['1', '2.50'] })],
  'money equals': [plain('orders.price', 'number', '1250', 'value')],
  'money between': [plain('orders.price', 'number', { min: '1000', max: '2000' }, 'interval')],
  'money at most': [where({ data: 'orders.price', operator: 'atMost', value: '2000' })],
  'money empty': [where({ data: 'orders.price', operator: 'isEmpty' })],
  'day of a date': [due('2026-02-03', '2026-02-03')],
  'days of a date': [due('2026-02-01', '2026-02-28')],
  'date from': [due('2026-02-01', null)],
  'date up to': [due(null, '2026-02-28')],
  'date is a day': [where({ data: 'orders.due_on', operator: 'is', value: '2026-02-03' })],
  'date is relative': [where({ data: 'orders.due_on', operator: 'is', value: 'last 7 days' })],
  'date before': [where(late)],
  'date not empty': [where({ data: 'orders.due_on', operator: 'isNotEmpty' })],
  'days of a date with a time': [placed('2026-01-05', '2026-01-06')],
  'instants of a date with a time': [placed('2026-01-05T10:00:00.000Z', null)],
  'time in a relative month': [where({ data: 'orders.placed_at', operator: 'is', value: 'this month' })],
  'time between relative days': [
    where({ data: 'orders.placed_at', operator: 'between', value: { min: 'yesterday', max: 'today' } }),
  ],
  'boolean yes': [paid],
  'boolean no': [plain('orders.paid', 'boolean', false)],
  'boolean yes, as a condition': [where({ data: 'orders.paid', operator: 'is', value: true })],
  'boolean unknown': [where({ data: 'orders.paid', operator: 'isEmpty' })],
  'one key': [status('new')],
  'several keys': [status('new', 'sent')],
  'one key, as a condition': [where({ data: 'orders.status', operator: 'is', value: 'new' })],
  'key is not': [where({ data: 'orders.status', operator: 'isNot', value: 'new' })],
  'keys any of, as a condition': [where({ data: 'orders.status', operator: 'anyOf', value: ['new'] })],
  'keys none of': [where({ data: 'orders.status', operator: 'noneOf', value: ['new', 'sent'] })],
  'one option': [customers([7], ['Ada'])],
  'several options': [customers([7, 'b'], ['Ada', 'Bo, "B"'])],
  'options none of': [
    where({ data: 'customers.id', operator: 'noneOf', value: [7, 8], valueLabels: ['Ada', 'Bo'] }),
  ],
  'two filters of one column': [text('N-0', 'startsWith'), text('7', 'endsWith')],
  'filters of every type': [
    text('x', 'full'),
    paid,
    status('new'),
    total('1', null),
    due(null, '2026-01-31'),
  ],
  'all of': [where({ all: [late, large] })],
  'any of': [where({ any: [late, large, unsent] })],
  'not any of': [where({ not: { any: [late, large] } })],
  'nested groups': [where({ all: [late, { any: [large, unsent] }] })],
  'plain filters next to a condition': [paid, where(late), status('new')],
  'plain filters next to groups': [where({ all: [late, { any: [large, unsent] }] }), paid, total(null, '5')],
  'a condition replaced': [where(late), where(large), paid],
  'a filter changed and one removed': [
    paid,
    status('new'),
    where(late),
    (table) => {
      table.setFilter(
        { label: 'Status', data: 'orders.status', type: 'enum', value: ['sent'], mode: null },
        1,
      );
      table.removeFilter(0);
    },
  ],
  'only the conditions removed': [paid, where({ any: [late, large] }), (table) => table.setWhere(null)],
  'all filters cleared': [paid, where(late), (table) => table.clearFilters()],
  'with search and sort': [
    (table) => {
      table.setSearchMode('startsWith');
      table.setSearch('smith');
      table.setSort([
        { name: 'total', direction: 'DESC' },
        { name: 'number', direction: 'ASC' },
      ]);
    },
    status('new'),
    where(unsent),
  ],
  'with filters of the application': [
    (table) =>
      table.setHost({
        filters: { orders: { archived: false, team: ['a', 'b'] } },
        intervals: { orders: { total: { min: 1 } } },
        params: { year: 2026 },
      }),
    paid,
    where(late),
  ],
  'of groups': [(table) => table.setGroupBy([{ column: 'status' }]), paid, where(large)],
};
