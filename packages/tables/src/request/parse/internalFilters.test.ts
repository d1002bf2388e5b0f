import { describe, expect, test } from 'vitest';
import { expectFaults, parse } from '../parseRequest.fixture.ts';

describe('internal filters', () => {
  test.each([
    [
      { data: 'orders.note', type: 'string', value: ' abc ', mode: 'endsWith' },
      { kind: 'text', data: 'orders.note', mode: 'endsWith', text: 'abc' },
    ],
    [
      { data: 'orders.note', value: 'abc', mode: null },
      { kind: 'text', data: 'orders.note', mode: 'full', text: 'abc' },
    ],
    [
      { data: 'orders.paid', type: 'boolean', value: 'true', mode: null },
      { kind: 'in', data: 'orders.paid', type: 'boolean', values: [true] },
    ],
    [
      { data: 'orders.status', type: 'enum', value: ['1'], mode: '' },
      { kind: 'in', data: 'orders.status', type: 'enum', values: ['1'] },
    ],
    [
      { data: 'orders.total', type: 'number', value: 5, mode: 'value' },
      { kind: 'in', data: 'orders.total', type: 'number', values: ['5'] },
    ],
    [
      { data: 'orders.total', type: 'number', value: { min: 5, max: null }, mode: 'interval' },
      { kind: 'interval', data: 'orders.total', type: 'number', min: '5', max: null },
    ],
    [
      { data: 'orders.created_at', type: 'date', value: '2026-01-01', mode: 'date' },
      { kind: 'in', data: 'orders.created_at', type: 'date', values: ['2026-01-01'] },
    ],
    [
      {
        data: 'orders.created_at',
        type: 'date',
        value: { min: '2026-01-01', max: '2026-01-02' },
        mode: 'value',
      },
      { kind: 'interval', data: 'orders.created_at', type: 'date', min: '2026-01-01', max: '2026-01-02' },
    ],
    [
      { data: 'orders.customer_id', type: 'select', value: [3], selection: ['Ann'], path: '/x' },
      { kind: 'in', data: 'orders.customer_id', type: 'select', values: ['3'] },
    ],
  ])('take %j', (filter, expected) => {
    expect(parse({ internalFilters: [{ label: 'Label', ...filter }] }).filters).toEqual([expected]);
  });

  test.each([[null], [''], [[]], [{ min: null, max: '' }], [undefined]])(
    'take the value %j as no filter',
    (value) => {
      expect(parse({ internalFilters: [{ data: 'orders.total', type: 'number', value }] }).filters).toEqual(
        [],
      );
    },
  );

  test('take blanks as no filter', () => {
    expect(parse({ internalFilters: [{ data: 'orders.note', value: ' \u3000' }] }).filters).toEqual([]);
  });

  test.each([
    [
      { data: 'orders.total', type: 'string', value: '5' },
      'type',
      '"string" is not the type of this filter; send number.',
    ],
    [{ data: 'orders.note', type: 'string', mode: 'interval', value: 'x' }, 'mode', 'is not a search mode'],
    [{ data: 'orders.note', type: 'string', value: ['x'] }, 'value', 'A list is not a text'],
    [
      { data: 'orders.total', type: 'number', mode: 'full', value: '5' },
      'mode',
      'send interval, or null for a value',
    ],
    [{ data: 'orders.total', type: 'number', mode: 'interval', value: '5' }, 'value', 'is not an interval'],
    [
      { data: 'orders.total', type: 'number', mode: 'interval', value: { min: 'x' } },
      'value.min',
      'is not a decimal',
    ],
    [{ data: 'orders.status', type: 'enum', mode: 'doesntContain', value: ['1'] }, 'mode', 'send null'],
    [
      { data: 'orders.status', type: 'enum', value: { min: 1 } },
      'value',
      'does not fit a filter of type enum',
    ],
    [{ data: ['orders.total'], type: 'number', value: 5 }, 'data', 'send table.column'],
    [{ type: 'number', value: 5 }, 'data', 'send table.column'],
  ])('refuse %j', (filter, member, words) => {
    expectFaults({ internalFilters: [filter] }, { [`internalFilters.0.${member}`]: words });
  });

  test('are at most a hundred objects', () => {
    expectFaults({ internalFilters: ['x'] }, { 'internalFilters.0': 'is not an object' });
    expectFaults(
      { internalFilters: Array.from({ length: 101 }, () => ({})) },
      { internalFilters: '101 filters' },
    );
  });

  test.each([
    ['Value', 'value'],
    ['vlaue', 'value'],
    ['values', 'value'],
    ['Data', 'data'],
    ['modes', 'mode'],
  ])('refuse the misspelt member %s', (misspelt, meant) => {
    const filter = { data: 'orders.total', type: 'number', [misspelt]: '5' };
    expectFaults(
      { internalFilters: [filter] },
      { [`internalFilters.0.${misspelt}`]: `did you mean ${meant}?` },
    );
  });

  test('refuse an unknown member, and list the known ones', () => {
    expectFaults(
      { internalFilters: [{ data: 'orders.total', value: '5', xyz: 1 }] },
      { 'internalFilters.0.xyz': 'is not a member of an internal filter; send data, value, type, mode' },
    );
  });

  test('accept filters as clients return them', () => {
    const reported = {
      label: 'Total',
      name: 'total',
      enum: { 1: 'a' },
      path: '/x',
      multiple: false,
      params: null,
    };
    const drawn = { component: 'number', selection: [], selectLabel: 'name', translated: true, slot: false };
    const filter = { ...reported, ...drawn, custom: false, pivotParams: null, mode: 'value', type: 'number' };

    expect(
      parse({ internalFilters: [{ ...filter, data: 'orders.total', value: '5' }] }).filters,
    ).toMatchObject([{ data: 'orders.total', values: ['5'] }]);
  });
});
