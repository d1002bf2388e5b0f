import fc from 'fast-check';
import type { FilterRule, RequestRules } from './TableRequest.ts';

export const columnNames = Array.from({ length: 64 }, (_, index) => `column ${index}`);
const filterRules: FilterRule[] = [
  { data: 'orders.status', type: 'enum', keys: new Set(['0', 'new', 'ünder way']) },
  { data: 'orders.total', type: 'number', keys: null },
  { data: 'orders.paid', type: 'boolean', keys: null },
  { data: 'orders.created_at', type: 'date', keys: null },
  { data: 'customers.id', type: 'select', keys: null },
  { data: 'customers.name', type: 'string', keys: null },
];
export const rules: RequestRules = {
  columns: new Set(columnNames),
  sortable: new Set(columnNames),
  searchable: true,
  searchModes: ['full', 'startsWith'],
  searchMode: 'full',
  textLimits: { characters: 200, words: 20 },
  lengthMenu: [10, 25, 100],
  filters: new Map(filterRules.map((rule) => [rule.data, rule])),
  filterParams: new Map(),
  summaries: { facets: new Map(), statistics: new Set(), groups: new Map(), totals: new Set(), mostShown: 0 },
  selectable: true,
  exportable: new Set(columnNames),
};

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

// Valid payloads

export const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('[a]=b', 'a&b', '100%', '+', '%20', '"', '{}', 'null', 'true', '0', 'ă î', '__proto__'),
  )
  .filter((value) => !value.includes('\0'));
const number = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom('0.5', '-12.50', 0.25));
const date = fc.constantFrom(
  '2026-02-28',
  '0001-01-01',
  '9999-12-31',
  '2026-01-01 10:00:00',
  '2026-01-01T10:00:00+02:00',
);
const boolean = fc.boolean();
const orNothing = <T extends Json>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.constantFrom(null, '', [] as Json[]));
const oneOrMany = <T extends Json>(value: fc.Arbitrary<T>) =>
  orNothing(fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 30 })) as fc.Arbitrary<Json>);
const interval = (bound: fc.Arbitrary<Json>) =>
  fc.oneof(
    fc.record({ min: orNothing(bound), max: fc.constantFrom(null, '') }),
    fc.record({ min: fc.constantFrom(null, ''), max: orNothing(bound) }),
  );
const enumKey = fc.constantFrom('0', 'new', 'ünder way', 0);
const identifier = fc.oneof(fc.nat(), text);

const filters = fc.record(
  {
    orders: fc.record(
      {
        status: oneOrMany(enumKey),
        total: oneOrMany(number),
        paid: oneOrMany(boolean),
        created_at: oneOrMany(date),
      },
      { requiredKeys: [] },
    ),
    customers: fc.record({ id: oneOrMany(identifier), name: oneOrMany(text) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const intervals = fc.record(
  { orders: fc.record({ total: interval(number), created_at: interval(date) }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const searchMode = fc.constantFrom('full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain', null, '');
const filter = (
  data: string,
  type: string,
  value: fc.Arbitrary<Json>,
  mode: fc.Arbitrary<Json> = fc.constant(null),
) => fc.record({ label: text, data: fc.constant(data), type: fc.constant(type), value, mode });
const internalFilters = fc.array(
  fc.oneof(
    filter('orders.status', 'enum', oneOrMany(enumKey)),
    filter('orders.total', 'number', oneOrMany(number), fc.constantFrom('value', null, '')),
    filter('orders.total', 'number', interval(number), fc.constant('interval')),
    filter('orders.created_at', 'date', orNothing(date), fc.constantFrom('date', 'value', null)),
    filter('orders.created_at', 'date', interval(date), fc.constantFrom('interval', 'value')),
    filter('orders.paid', 'boolean', boolean),
    filter('customers.id', 'select', oneOrMany(identifier)),
    filter('customers.name', 'string', orNothing(text), searchMode),
  ),
  { maxLength: 5 },
);
const columns = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...columnNames),
    meta: fc.record(
      { sort: fc.constantFrom(null, 'ASC', 'DESC'), visible: boolean, sortable: boolean },
      { requiredKeys: [] },
    ),
  }),
  { selector: ({ name }) => name, maxLength: columnNames.length },
);
const meta = fc.record(
  {
    start: fc.nat(),
    length: fc.integer({ min: 1, max: 100 }),
    sort: boolean,
    search: fc.oneof(text, fc.constant('')),
    forceInfo: boolean,
    searchMode: fc.constantFrom('full', 'startsWith', null, ''),
    loading: boolean,
    fullInfoRecordLimit: fc.nat(),
  },
  { requiredKeys: [] },
);
// Query text does not distinguish numbers from text in values that nothing here interprets.
const params = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 25 })),
  {
    maxKeys: 5,
  },
);
/** Payloads within the rules. */
export const payloads = fc.record(
  {
    internalFilters,
    filters: orNothing(filters as fc.Arbitrary<Json>),
    intervals: orNothing(intervals as fc.Arbitrary<Json>),
    params: params as fc.Arbitrary<Json>,
    columns: columns as fc.Arbitrary<Json>,
    meta,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<{ [name: string]: Json }>;
