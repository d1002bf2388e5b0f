import { describe, expect, test } from 'vitest';
import { arrangedConditions, combinedFilter, spelledFilters, withCombined } from './conditions.ts';
import { conditionOf } from './plainFilter.ts';
import type { ActiveFilter, WhereNode } from './Where.ts';

const filter = { label: 'Paid', data: 'orders.paid', type: 'boolean', value: true, mode: null } as const;
const paid = conditionOf(filter) as WhereNode;
const late: WhereNode = { data: 'orders.due_on', operator: 'before', value: 'today' };
const large: WhereNode = { data: 'orders.total', operator: 'atLeast', value: '5' };
const any: WhereNode = { any: [late, large] };

describe('a plain filter', () => {
  test.each<[ActiveFilter['type'], ActiveFilter['value'], ActiveFilter['mode'], string]>([
    ['string', 'x', 'full', 'contains'],
    ['string', 'x', 'startsWith', 'startsWith'],
    ['string', 'x', 'endsWith', 'endsWith'],
    ['string', 'x', 'exactMatch', 'is'],
    ['string', 'x', 'doesntContain', 'doesNotContain'],
    ['boolean', false, null, 'is'],
    ['boolean', [true, false], null, 'anyOf'],
    ['enum', 'new', null, 'is'],
    ['enum', ['new'], null, 'anyOf'],
    ['select', [7, 'b'], null, 'anyOf'],
    ['number', '12.50', 'value', 'is'],
    ['number', { min: '1', max: null }, 'interval', 'between'],
    ['date', '2026-01-01', 'date', 'is'],
    ['date', { min: '2026-01-01', max: '2026-01-01' }, 'interval', 'between'],
  ])(
    'of type %s with %j in mode %s is a condition with %s, and spelled as before',
    (type, value, mode, operator) => {
      const given = { label: 'Label', data: 'a.b', type, value, mode };
      const condition = conditionOf(given);
      expect(condition).toMatchObject({ data: 'a.b', operator, value });
      expect(spelledFilters(condition ? [condition] : [])).toEqual({ filters: [given], where: null });
    },
  );

  test.each([null, '', [], {}, { min: null, max: null }])('with %j does not filter', (value) => {
    expect(conditionOf({ ...filter, value: value as ActiveFilter['value'] })).toBeNull();
  });
});

describe('conditions', () => {
  test('have the plain ones first, and the others as one filter', () => {
    expect(arrangedConditions([late, paid, any])).toEqual([paid, late, any]);
    expect(spelledFilters([late, paid, any])).toEqual({ filters: [filter], where: { all: [late, any] } });
    expect(combinedFilter([paid, any])).toEqual(any);
    expect(combinedFilter([paid])).toBeNull();
  });

  test('keep the plain ones when the others are replaced', () => {
    expect(withCombined([paid, late], { all: [large, any] })).toEqual([paid, large, any]);
    expect(withCombined([paid, late], null)).toEqual([paid]);
  });

  test('are plain for all rows only', () => {
    const { plain: _, ...condition } = conditionOf(filter) ?? {};
    expect(arrangedConditions([{ not: { all: [{ any: [paid, late] }] } }])).toEqual([
      { not: { all: [{ any: [condition, late] }] } },
    ]);
    expect(withCombined([], paid)).toEqual([condition]);
  });
});
