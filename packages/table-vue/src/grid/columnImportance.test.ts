import { describe, expect, it } from 'vitest';
import { cardColumns, importanceIn, namesOf, type RankedColumn } from './columnImportance.ts';

const plain = {
  total: false,
  rawTotal: false,
  average: false,
  customTotal: false,
  icon: false,
  boolean: false,
  important: false,
};
const column = (name: string, meta = {}, others: Partial<RankedColumn> = {}): RankedColumn => ({
  name,
  pinned: null,
  meta: { ...plain, ...meta },
  ...others,
});
const names = (columns: readonly RankedColumn[]) => columns.map(({ name }) => name);

const shop = [
  column('paid', { boolean: true }),
  column('name'),
  column('note'),
  column('status', {}, { enum: { open: 'Open' } }),
  column('total', { total: true }),
  column('city'),
  column('street'),
  column('sent', { icon: true }),
];

describe('the columns of a card', () => {
  it('are six at most: the name, states and totals, then the first texts', () => {
    expect(names(cardColumns(shop))).toEqual(['name', 'note', 'status', 'total', 'city', 'street']);
  });

  it('are the name and those that the template tags important, in the order of the table', () => {
    const tagged = shop.map((one) =>
      ['paid', 'street'].includes(one.name) ? column(one.name, { ...one.meta, important: true }) : one,
    );
    expect(names(cardColumns(tagged))).toEqual(['paid', 'name', 'street']);
  });

  it('have the columns that the template names a row by', () => {
    const [paid, name, ...others] = shop;
    const people = [
      paid,
      name,
      ...others,
      column('number', {}, { number: {} as never }),
      column('last'),
    ] as const;
    const columns = people.flatMap((one) => one ?? []);
    expect(names(cardColumns(columns, ['number', 'last']))).toEqual([
      ...['name', 'note', 'status', 'total', 'number', 'last'],
    ]);
    expect(names(namesOf(columns, ['gone']))).toEqual(['name']);
  });

  it('have the name among six, however many are tagged', () => {
    const tagged = Array.from({ length: 9 }, (_, index) =>
      column(`n${index}`, { important: true }, { number: {} as never }),
    );
    expect(names(cardColumns([...tagged, column('name')]))).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'name']);
    expect(cardColumns([])).toEqual([]);
    expect(namesOf(tagged)).toEqual([]);
  });
});

it('An important column stays longer than the name, and goes before a pinned one', () => {
  const columns = [
    column('name'),
    column('other', { important: true, icon: true }),
    column('pin', {}, { pinned: 'left' }),
  ];
  expect(columns.map(importanceIn(columns))).toEqual([3, 4, 5]);
});

it('A column with a total stays longer than one of the same kind without', () => {
  const total = { total: true };
  const columns = [
    column('name'),
    column('state', {}, { enum: { open: 'Open' } }),
    column('sum', total),
    column('placed', { important: true }),
    column('due', { ...total, important: true }),
  ];
  expect(columns.map(importanceIn(columns))).toEqual([3, 2, 2.5, 4, 4.5]);
});
