import type { FieldErrors } from '@rowhouse/problems';
import { expect } from 'vitest';
import { TableError } from '../errors.ts';
import { parseRequest } from './parseRequest.ts';
import type { FilterRule, RequestRules } from './TableRequest.ts';

const filterRules: FilterRule[] = [
  { data: 'orders.status', type: 'enum', keys: new Set(['1', '2', 'open']) },
  { data: 'orders.total', type: 'number', keys: null },
  { data: 'orders.paid', type: 'boolean', keys: null },
  { data: 'orders.created_at', type: 'date', keys: null },
  { data: 'orders.customer_id', type: 'select', keys: null },
  { data: 'orders.note', type: 'string', keys: null },
];

/** A table with a filter of each type, for tests. */
export const rules: RequestRules = {
  columns: new Set(['number', 'customer', 'total', 'note']),
  sortable: new Set(['customer', 'total']),
  searchable: true,
  searchModes: ['full', 'startsWith', 'exactMatch'],
  searchMode: 'full',
  textLimits: { characters: 200, words: 20 },
  lengthMenu: [15, 10, 30],
  filters: new Map(filterRules.map((rule) => [rule.data, rule])),
  filterParams: new Map([['orderStatus', 'orders.status']]),
  summaries: {
    facets: new Map([
      ...['orders.status', 'orders.total', 'orders.paid'].map((data) => [data, 'typed'] as const),
      ['orders.note', 'tagged'],
    ]),
    statistics: new Set(['number', 'total']),
    groups: new Map(
      (
        [
          ['number', 'string'],
          ['total', 'number'],
          ['paid', 'boolean'],
          ['status', 'enum'],
          ['created_at', 'date'],
        ] as const
      ).map(([column, type]) => [column, { column, type }]),
    ),
    totals: new Set(['total']),
    mostShown: 0,
  },
  selectable: true,
  exportable: new Set(['number', 'customer', 'total']),
};

export const parse = (payload: unknown) => parseRequest(payload, rules);

/** What is wrong with a payload that must be refused. */
export function fields(payload: unknown, by = rules): FieldErrors {
  try {
    parseRequest(payload, by);
  } catch (error) {
    expect(error).toBeInstanceOf(TableError);
    expect((error as TableError).code).toBe('tables.invalid_request');
    return (error as TableError).fields ?? {};
  }
  throw new Error(`${JSON.stringify(payload)} was accepted`);
}

/** The paths at fault, each with one message that has the given words. */
export function expectFaults(payload: unknown, expected: Record<string, string>, by = rules): void {
  const found = fields(payload, by);
  expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  for (const [path, words] of Object.entries(expected)) {
    expect(found[path]?.join('\n')).toContain(words);
  }
}
