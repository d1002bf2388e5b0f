import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, knownOrder } from '../columns/columnLayout.ts';
import { arrangedConditions } from '../conditions/conditions.ts';
import { conditionOf } from '../conditions/plainFilter.ts';
import type { WhereNode } from '../conditions/Where.ts';
import { whereMembers } from '../conditions/whereMembers.ts';
import { filterChoices } from '../filters/filterChoices.ts';
import { column, initResponse } from '../responses/responses.fixture.ts';
import type { SortEntry, TableState } from '../table/TableState.ts';
import { changesFrom, defaultState } from './defaultState.ts';
import { readUrl, writeUrl } from './urlState.ts';

// Names that the spelling itself has a meaning for.
const names = ['number', 'a,b', '-c', '--', '%2C', 'größe.ß', 'a b&c=d#e+f', ','];
const init = initResponse({
  columns: names.map((name) =>
    column({ name, data: 'orders.number', meta: { sortable: true, filterable: true } }),
  ),
});
const choices = filterChoices(init.template);
const defaults = defaultState(init);

const state: fc.Arbitrary<TableState> = fc
  .record({
    search: fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .filter((text) => !text.includes('\0') && text.isWellFormed()),
    searchMode: fc.constantFrom(...init.template.searchModes),
    page: fc.nat({ max: 40_000 }),
    length: fc.constantFrom(...init.template.lengthMenu),
    sort: fc.uniqueArray(
      fc.record<SortEntry>({ name: fc.constantFrom(...names), direction: fc.constantFrom('ASC', 'DESC') }),
      {
        selector: ({ name }) => name,
      },
    ),
    visible: fc.subarray(names),
    viewModes: fc.subarray(['striped', 'bordered', 'hover'] as const),
    filters: fc.array(
      fc.record({
        label: fc.constant('number'),
        data: fc.constant('orders.number'),
        type: fc.constant('string' as const),
        value: fc.constantFrom('x', 'a&b=c', '"', '+', '%', '#', 'ă'),
        mode: fc.constantFrom('full' as const, 'startsWith' as const),
      }),
      { maxLength: 3 },
    ),
    where: fc.constantFrom<(WhereNode | null)[]>(
      null,
      { data: 'orders.number', operator: 'isEmpty' },
      {
        any: [
          { data: 'orders.number', operator: 'anyOf', value: ['x', 'a&b=c', 'ă'] },
          { not: { all: [{ data: 'orders.number', operator: 'contains', value: '+%#' }] } },
        ],
      },
    ),
  })
  .map(({ page, filters, where, ...others }) => ({
    ...defaults,
    ...others,
    conditions: arrangedConditions([
      ...filters.map(conditionOf).filter((condition) => condition !== null),
      ...whereMembers(where),
    ]),
    start: page * others.length,
  }));

describe('the state in an address', () => {
  test('has the visible columns in the order in which they are drawn', () => {
    const drawn = ({ order, visible }: Pick<TableState, 'order' | 'visible'>) =>
      inOrder(init.template.columns, order)
        .map(({ name }) => name)
        .filter((name) => visible.includes(name));
    fc.assert(
      fc.property(fc.shuffledSubarray(names), fc.subarray(names), (listed, visible) => {
        const wanted = { ...defaults, visible, order: knownOrder(listed, init.template.columns) };
        const query = writeUrl('', 'orders', changesFrom(defaults, wanted), wanted);
        expect(drawn({ ...defaults, ...readUrl(query, 'orders', init, choices) })).toEqual(drawn(wanted));
      }),
    );
  });

  test('is read as it was written, next to parameters that are left as they are', () => {
    fc.assert(
      fc.property(
        state,
        fc.constantFrom('', '?tab=1', '?a=%20+b&&orders=x&orders.other=y&c'),
        (wanted, before) => {
          const query = writeUrl(before, 'orders', changesFrom(defaults, wanted), wanted);
          const read = { ...defaults, ...readUrl(query, 'orders', init, choices) };
          expect(read).toEqual(wanted);
          expect(query.startsWith(before)).toBe(true);
          expect(writeUrl(query, 'orders', changesFrom(defaults, wanted), wanted)).toBe(query);
          expect(writeUrl(query, 'orders', {}, defaults)).toBe(before);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is one among those of other tables', () => {
    const query = writeUrl('?a.q=x', 'b', { search: 'y' }, defaults);
    expect(query).toBe('?a.q=x&b.q=y');
    expect(readUrl(query, 'a', init, choices)).toEqual({ search: 'x' });
    expect(readUrl(query, 'c', init, choices)).toBeNull();
  });

  test('has pages from 1, of the length next to them', () => {
    expect(readUrl('orders.page=3&orders.length=25', 'orders', init, choices)).toEqual({
      start: 50,
      length: 25,
    });
    expect(readUrl('orders.page=3&orders.length=51', 'orders', init, choices)).toEqual({ start: 20 });
    expect(readUrl('orders.page=0', 'orders', init, choices)).toEqual({});
    expect(readUrl('orders.page=-1', 'orders', init, choices)).toEqual({});
  });

  test('of two values of one parameter has the first', () => {
    expect(readUrl('orders.q=a&orders.q=b', 'orders', init, choices)).toEqual({ search: 'a' });
  });
});
