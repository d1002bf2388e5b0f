import { describe, expect, test } from 'vitest';
import type { WhereNode } from '../conditions/Where.ts';
import { column, initResponse } from '../responses/responses.fixture.ts';
import { filterByCell } from './filterByCell.ts';
import { filterChoices } from './filterChoices.ts';

const columns = [
  column({ name: 'number', data: 'orders.number', meta: { filterable: true } }),
  column({ name: 'paid', data: 'orders.paid', meta: { boolean: true, filterable: true } }),
  column({ name: 'status', data: 'orders.status', enum: { '5': 'Late' }, meta: { filterable: true } }),
  column({
    name: 'total',
    data: 'orders.total',
    number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s%v' },
    meta: { filterable: true },
  }),
  column({ name: 'due', data: 'orders.due', dateFormat: 'd-m-Y', meta: { date: true, filterable: true } }),
  column({
    name: 'fee',
    data: 'orders.fee',
    number: { symbol: '', decimal: '.', thousand: ',', precision: 2, template: '%v' },
    meta: { filterable: true, cents: true },
  }),
  column({ name: 'masked', data: 'orders.masked', resource: true, meta: { filterable: true } }),
  column({ name: 'note', data: 'orders.note' }),
  column({ name: 'customer', data: 'customers.id', meta: { filterable: true } }),
];
const choices = filterChoices(initResponse({ columns }).template);
const row = {
  number: 'A-1',
  paid: false,
  status: 5,
  total: '1,234.50',
  due: '31-12-2026',
  fee: '1,234.05',
  masked: '****1234',
  note: 'x',
  customer: 'Ada',
};
const by = (
  name: string,
  { where = null as WhereNode | null, exclude = false, cells = row as object } = {},
) => {
  const found = columns.find((one) => one.name === name);
  return found ? filterByCell(found, { ...cells }, { choices, where }, exclude) : undefined;
};

describe('a filter by a cell', () => {
  test.each([
    ['number', 'A-1'],
    ['paid', false],
    ['status', '5'],
    ['total', '1234.50'],
    ['due', '2026-12-31'],
    ['fee', '123405'],
  ])('has the value as the filter of %s takes it', (name, value) => {
    const data = `orders.${name}`;
    expect(by(name)).toEqual({ data, operator: 'is', value });
    expect(by(name, { exclude: true })).toEqual({ data, operator: 'isNot', value });
  });

  test.each([
    ['total', '1,235', '1234.6', '1234.6'],
    ['fee', '1,234', '1234.056', '123405.6'],
    ['fee', '0', '-0.05', '-5'],
    ['due', '31.12.65', '1965-12-31', '1965-12-31'],
  ])('has the stored value of %s where %s is shown', (name, shown, exact, value) => {
    const cells = { [name]: shown, _exact: { [name]: exact } };

    expect(by(name, { cells })).toEqual({ data: `orders.${name}`, operator: 'is', value });
    expect(by(name, { cells, exclude: true })).toEqual({ data: `orders.${name}`, operator: 'isNot', value });
  });

  test.each(['NaN', 'Infinity', '-Infinity'])('has %s as it is shown', (text) => {
    expect(by('total', { cells: { total: text } })).toEqual({
      data: 'orders.total',
      operator: 'is',
      value: text,
    });
  });

  test('is not offered for what a function made of the value', () => {
    expect(by('masked')).toBeNull();
  });

  test('is not offered for a text that is longer than filters are', () => {
    expect(by('number', { cells: { number: 'x'.repeat(1000) } })).not.toBeNull();
    expect(by('number', { cells: { number: 'x'.repeat(1001) } })).toBeNull();
  });

  test('is "is empty" for an empty cell', () => {
    expect(by('number', { cells: { number: null } })).toEqual({ data: 'orders.number', operator: 'isEmpty' });
    expect(by('total', { cells: { total: '' }, exclude: true })).toEqual({
      data: 'orders.total',
      operator: 'isNotEmpty',
    });
  });

  test.each(['note', 'customer'])(
    'is not offered for %s, which cannot be filtered by the shown value',
    (name) => {
      expect(by(name)).toBe(null);
    },
  );

  test('is added to the filter, and replaces another value of the column', () => {
    const paid = { data: 'orders.paid', operator: 'is', value: true } as const;
    const number = { data: 'orders.number', operator: 'is', value: 'A-1' } as const;
    expect(by('number', { where: paid })).toEqual({ all: [paid, number] });
    expect(by('number', { where: { all: [{ ...number, value: 'B' }, paid] } })).toEqual({
      all: [paid, number],
    });
    expect(by('number', { where: { any: [paid, number] } })).toEqual({
      all: [{ any: [paid, number] }, number],
    });
    expect(by('number', { where: number })).toEqual(number);
    const not = { ...number, operator: 'isNot' } as const;
    expect(by('number', { where: { ...not, value: 'B' }, exclude: true })).toEqual({
      all: [{ ...not, value: 'B' }, not],
    });
  });

  test('does not exceed the limits', () => {
    const deep: WhereNode = { any: [{ all: [{ not: { data: 'orders.paid', operator: 'isEmpty' } }] }] };
    expect(by('number', { where: deep })).toBe(null);
    const many = Array.from({ length: 100 }, () => ({ data: 'orders.paid', operator: 'isEmpty' }) as const);
    expect(by('number', { where: { all: many } })).toBe(null);
  });
});
