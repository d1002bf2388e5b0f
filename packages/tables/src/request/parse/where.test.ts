import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TableError } from '../../errors.ts';
import { decodeQuery } from '../decodeQuery.ts';
import { expectFaults, parse, rules } from '../parseRequest.fixture.ts';
import { parseRequest } from '../parseRequest.ts';
import { conditionsIn } from '../TableRequest.ts';

const open = { data: 'orders.status', operator: 'is', value: 'open' };
const filter = { kind: 'in', data: 'orders.status', type: 'enum', values: ['open'] };
const moment = { now: new Date('2026-11-18T23:30:00Z'), timeZone: 'Europe/Bucharest' };
const whereOf = (where: unknown) => parseRequest({ where }, rules, moment).where;
const date = (operator: string, value: unknown) => whereOf({ data: 'orders.created_at', operator, value });
const number = (operator: string, value: unknown) => ({ data: 'orders.total', operator, value });
const nested = (depth: number): unknown => (depth === 0 ? open : { not: nested(depth - 1) });

describe('where', () => {
  it.each([undefined, null, '', []])('takes %j as no condition', (where) => {
    expect(parse({ where }).where).toBeNull();
  });

  it('is a condition, or groups, with negations moved to the conditions', () => {
    expect(whereOf(open)).toEqual({ kind: 'condition', filter, negated: false });
    expect(whereOf({ not: { ...open, operator: 'isNot' } })).toEqual({
      kind: 'condition',
      filter,
      negated: false,
    });
    expect(whereOf({ not: { any: [open, { all: [{ ...open, operator: 'isNot' }] }] } })).toEqual({
      kind: 'all',
      nodes: [
        { kind: 'condition', filter, negated: true },
        { kind: 'any', nodes: [{ kind: 'condition', filter, negated: false }] },
      ],
    });
  });

  it('is the same in every spelling', () => {
    const where = { any: [open, { all: [{ not: open }, { any: [open] }] }] };
    const deepest = { any: [{ all: [{ any: [number('between', { min: '1', max: '2' })] }] }] };
    const query =
      'where[any][0][data]=orders.status&where[any][0][operator]=is&where[any][0][value]=open' +
      '&where[any][1][all][0][not][data]=orders.status&where[any][1][all][0][not][operator]=is' +
      '&where[any][1][all][0][not][value]=open&where[any][1][all][1][any][0][data]=orders.status' +
      '&where[any][1][all][1][any][0][operator]=is&where[any][1][all][1][any][0][value]=open';
    const bounds =
      'where[any][0][all][0][any][0][data]=orders.total&where[any][0][all][0][any][0][operator]=between' +
      '&where[any][0][all][0][any][0][value][min]=1&where[any][0][all][0][any][0][value][max]=2';

    expect(parse(decodeQuery(query))).toEqual(parse({ where }));
    expect(parse(decodeQuery(bounds))).toEqual(parse({ where: deepest }));
    expect(parse(decodeQuery(`where=${encodeURIComponent(JSON.stringify(where))}`))).toEqual(
      parse({ where }),
    );
  });

  it('resolves relative dates in the time zone of the request', () => {
    const interval = { kind: 'interval', data: 'orders.created_at', type: 'date', min: null, max: null };
    const condition = (more: object, negated = false) => ({
      kind: 'condition',
      filter: { ...interval, ...more },
      negated,
    });

    expect(date('is', 'today')).toEqual(condition({ min: '2026-11-19', max: '2026-11-19' }));
    expect(date('isNot', 'This Month')).toEqual(condition({ min: '2026-11-01', max: '2026-11-30' }, true));
    expect(date('before', 'this week')).toEqual(condition({ max: '2026-11-16', exclusive: true }));
    expect(date('onOrBefore', 'this week')).toEqual(condition({ max: '2026-11-22' }));
    expect(date('after', 'this week')).toEqual(condition({ min: '2026-11-22', exclusive: true }));
    expect(date('onOrAfter', 'this week')).toEqual(condition({ min: '2026-11-16' }));
    expect(date('is', 'older than 1 day')).toEqual(condition({ max: '2026-11-17' }));
    expect(date('between', { min: 'previous month', max: 'tomorrow' })).toEqual(
      condition({ min: '2026-10-01', max: '2026-11-20' }),
    );
    expect(date('between', { min: 'today', max: '2020-01-01' })).toEqual(
      condition({ min: '2026-11-19', max: '2020-01-01' }),
    );
  });

  it.each<[unknown, string, string]>([
    [7, 'where', 'is neither a condition nor a group'],
    [[open], 'where', 'is neither a condition nor a group'],
    [{ all: [] }, 'where.all', 'The group is empty'],
    [{ any: open }, 'where.any', 'is not a list'],
    [{ any: [open], data: 'orders.total' }, 'where.data', 'is not a member of this group'],
    [{ any: [open], all: [open] }, 'where.any', 'is not a member of this group'],
    [
      { any: [{ data: 'customers.password', operator: 'isEmpty' }] },
      'where.any.0.data',
      'cannot be filtered',
    ],
    [{ not: { data: '__proto__', operator: 'isEmpty' } }, 'where.not.data', 'cannot be filtered'],
    [{ operator: 'is', value: 1 }, 'where.data', 'is not the name of a column'],
    [{ ...open, operator: 'iz' }, 'where.operator', 'did you mean is?'],
    [{ ...open, operator: 'contains' }, 'where.operator', 'is not an operator of a filter of type enum'],
    [{ ...open, operator: 'constructor' }, 'where.operator', 'is not an operator'],
    [{ ...open, valeu: 1 }, 'where.valeu', 'did you mean value?'],
    [{ ...open, value: 'closed' }, 'where.value', 'is not a key of this filter'],
    [{ ...open, value: undefined }, 'where.value', 'The value is missing'],
    [{ ...open, operator: 'isEmpty' }, 'where.value', 'takes no value'],
    [{ ...open, value: ['open', '1'] }, 'where.value', 'use anyOf'],
    [number('lessThan', 'x'), 'where.value', 'is not a decimal number'],
    [number('between', {}), 'where.value', 'The value is missing'],
    [number('between', { from: 1 }), 'where.value', 'is not a member of an interval'],
    [number('between', { min: 2, max: 1 }), 'where.value', 'swap them'],
    [{ data: 'orders.note', operator: 'contains', value: ' ' }, 'where.value', 'only white space'],
    [
      { data: 'orders.created_at', operator: 'is', value: 'this mont' },
      'where.value',
      'did you mean this month?',
    ],
    [{ data: 'orders.created_at', operator: 'is', value: 5 }, 'where.value', 'nor a relative date'],
    [
      { data: 'orders.created_at', operator: 'before', value: 'older than 1 day' },
      'where.value',
      'no first day',
    ],
    [nested(4), 'where.not.not.not', 'nested too deep'],
    [{ all: Array.from({ length: 101 }, () => open) }, 'where', 'at most 100'],
  ])('refuses %j at %s: %s', (where, path, words) => {
    expectFaults({ where }, { [path]: words });
  });

  it('takes groups and conditions up to the limits, and counts values with those of the filters', () => {
    expect(conditionsIn(whereOf(nested(3)))).toHaveLength(1);
    expect(conditionsIn(whereOf({ all: Array.from({ length: 100 }, () => open) }))).toHaveLength(100);
    const many = number(
      'anyOf',
      Array.from({ length: 1000 }, (_, index) => index),
    );
    expectFaults(
      { where: { any: [many, many, many, many, many] }, filters: { orders: { paid: true } } },
      { filters: '5001 values' },
    );
  });

  it('refuses misspelt members of the request', () => {
    expectFaults({ Where: open }, { Where: 'did you mean where?' });
  });

  it('parses or refuses any tree quickly', () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record(
        {
          data: fc.constantFrom('orders.status', 'orders.total', 'orders.created_at', '__proto__', 'x'),
          operator: fc.constantFrom('is', 'anyOf', 'between', 'isEmpty', 'before', 'toString'),
          value: fc.jsonValue({ maxDepth: 2 }),
        },
        { requiredKeys: [] },
      ),
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 8 },
        leaf,
        fc.record({ not: tie('node') }),
        fc.record({ all: fc.array(tie('node'), { maxLength: 4 }) }),
        fc.record({ any: fc.array(tie('node'), { maxLength: 4 }), constructor: tie('node') }),
      ),
    }));
    fc.assert(
      fc.property(node, (where) => {
        try {
          expect(Object.isFrozen(parseRequest({ where }, rules, moment))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(TableError);
        }
      }),
      { numRuns: 300 },
    );
    const huge = { all: Array.from({ length: 100_000 }, () => ({ any: [{ all: [] }] })) };
    expect(() => parse({ where: huge })).toThrow(TableError);
    expect(() => parse({ where: JSON.parse(`${'{"not":'.repeat(5000)}{}${'}'.repeat(5000)}`) })).toThrow(
      TableError,
    );
  });
});
