import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TableError } from '../errors.ts';
import { decodeQuery } from './decodeQuery.ts';
import { parseRequest } from './parseRequest.ts';
import type { FilterRule, RequestRules } from './TableRequest.ts';

const page = readFileSync(new URL('../../../../docs/reference/wire.md', import.meta.url), 'utf8');

/** The orders of the page's examples. */
const filters: FilterRule[] = [
  { data: 'orders.paid', type: 'boolean', keys: null },
  { data: 'orders.status', type: 'enum', keys: new Set(['shipped', 'delivered']) },
  { data: 'orders.placed_at', type: 'date', keys: null },
  { data: 'orders.total', type: 'number', keys: null },
];
const rules: RequestRules = {
  columns: new Set(['status', 'total']),
  sortable: new Set(['status', 'total']),
  searchable: true,
  searchModes: ['full', 'startsWith'],
  searchMode: 'full',
  textLimits: { characters: 200, words: 20 },
  lengthMenu: [10, 25],
  filters: new Map(filters.map((rule) => [rule.data, rule])),
  filterParams: new Map(),
  summaries: { facets: new Map(), statistics: new Set(), groups: new Map(), totals: new Set(), mostShown: 0 },
  selectable: false,
  exportable: new Set(),
};

function blocks(language: string): string[] {
  const section = page.split('\n## One request, every spelling\n')[1]?.split('\n## ')[0] ?? '';

  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );
}

describe('docs/reference/wire.md', () => {
  it('has spellings of the same request', () => {
    const [json = ''] = blocks('json');
    const request = parseRequest(JSON.parse(json), rules);
    const queries = blocks('query');

    expect(queries).toHaveLength(3);
    expect(request.sort).toHaveLength(2);
    expect(request.filters).toHaveLength(4);
    for (const query of queries) {
      expect(parseRequest(decodeQuery(query.replaceAll('\n', '')), rules)).toEqual(request);
    }
  });

  const words = (count: number) => Array.from({ length: Math.max(0, count) }, (_, index) => `w${index}`);
  const isoDay = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
  const isPaid = { data: 'orders.paid', operator: 'is', value: true };
  const limited: Readonly<Record<string, (size: number) => unknown>> = {
    'characters of a search': (size) => parse({ meta: { search: 'x'.repeat(size) } }),
    'words of a search': (size) => parse({ meta: { search: words(size).join(' ') } }),
    '`internalFilters`': (size) => parse({ internalFilters: words(size).map(() => ({})) }),
    'conditions in `where`': (size) => parse({ where: { any: words(size).map(() => isPaid) } }),
    'groups in each other in `where`': (size) =>
      parse({ where: words(size).reduce<object>((inside) => ({ not: inside }), isPaid) }),
    'values of one filter': (size) => parse({ filters: { orders: { total: words(size).map(() => 1) } } }),
    'days of one filter': (size) =>
      parse({ filters: { orders: { placed_at: words(size).map((_, day) => isoDay(day)) } } }),
    'values of all filters together': (size) => {
      const numbers = Array.from({ length: 6 }, (_, index) => `orders.n${index}`);
      const all = numbers.map((data): FilterRule => ({ data, type: 'number', keys: null }));
      const values = numbers.map((_, index) => words(Math.min(1000, size - index * 1000)).map(() => 1));
      const orders = Object.fromEntries(values.map((list, index) => [`n${index}`, list]));
      parseRequest(
        { filters: { orders } },
        { ...rules, filters: new Map(all.map((rule) => [rule.data, rule])) },
      );
    },
    'names in `params`, in all': (size) =>
      parse({ params: Object.fromEntries(words(size).map((name) => [name, 1])) }),
    'entries of lists in `params`, in all': (size) => parse({ params: { list: words(size) } }),
    'levels in `params`': (size) =>
      parse({ params: words(size).reduce<object>((inside) => ({ a: inside }), { a: 1 }) }),
    '`meta.start`': (size) => parse({ meta: { start: size } }),
    'parameters of a query string': (size) => decodeQuery(words(size).join('&')),
    'entries of a list in a query string': (size) =>
      decodeQuery(
        words(size)
          .map((word) => `x[]=${word}`)
          .join('&'),
      ),
    'levels of brackets in a query string': (size) => decodeQuery(`a${'[b]'.repeat(size)}=1`),
    '`meta.facets`': (size) => {
      const names = words(size).map((name) => `orders.${name}`);
      const all = names.map((data): FilterRule => ({ data, type: 'boolean', keys: null }));
      const facets = new Map(names.map((data) => [data, 'typed'] as const));
      parseRequest(
        { meta: { facets: names } },
        {
          ...rules,
          filters: new Map(all.map((rule) => [rule.data, rule])),
          summaries: { ...rules.summaries, facets },
        },
      );
    },
    'levels of `meta.groups`': (size) => {
      const groups = new Map(words(size).map((column) => [column, { column, type: 'string' as const }]));
      parseRequest(
        { meta: { groups: [...groups.keys()].map((column) => ({ column })) } },
        { ...rules, summaries: { ...rules.summaries, groups } },
      );
    },
  };
  const parse = (payload: unknown) => parseRequest(payload, rules);
  const reported = [
    ...(page.split('\n### Limits\n')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) +\| (\d+) +\|$/gm),
  ];

  it('has the current limits', () => {
    expect(reported.map(([, what]) => what)).toEqual(Object.keys(limited));
    for (const [, what = '', most] of reported) {
      expect(() => limited[what]?.(Number(most)), what).not.toThrow();
      expect(() => limited[what]?.(Number(most) + 1), what).toThrow(TableError);
    }
  });
});
