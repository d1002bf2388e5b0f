import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentWhere } from '../requests/payload.ts';
import { column, initResponse } from '../responses/responses.fixture.ts';
import { checkWhere } from './checkWhere.ts';
import { filterChoices } from './filterChoices.ts';

const choices = filterChoices(
  initResponse({
    columns: [column({ name: 'number', data: 'orders.number', meta: { filterable: true } })],
  }).template,
);
const condition = { data: 'orders.number', operator: 'contains', value: 'x' } as const;

test('A filter that fits the table is read as it was stored', () => {
  for (const where of [
    condition,
    { data: 'orders.number', operator: 'isEmpty' },
    { not: condition },
    { all: [condition, { any: [condition, { not: condition }] }] },
    { data: 'orders.number', operator: 'anyOf', value: ['a', 'b'], valueLabels: ['A', 'B'] },
  ]) {
    expect(checkWhere(where, choices)).toEqual(where);
  }
});

test.each([
  ['an unknown column', { ...condition, data: 'orders.secret' }],
  ['an operator of another type', { ...condition, operator: 'lessThan' }],
  ['no value', { data: 'orders.number', operator: 'is' }],
  ['a list without entries', { data: 'orders.number', operator: 'anyOf', value: [] }],
  ['an empty group', { all: [] }],
  ['four levels', { all: [{ any: [{ all: [{ not: condition }] }] }] }],
  ['one invalid member', { any: [condition, { ...condition, operator: 'like' }] }],
  ['too many conditions', { any: Array.from({ length: 101 }, () => condition) }],
])('A filter with %s is omitted as a whole', (_, where) => {
  expect(checkWhere(where, choices)).toBeNull();
});

test('Any value is read without an error, and what is read is read again unchanged', () => {
  const tree = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.record({
        data: fc.constantFrom('orders.number', '__proto__'),
        operator: fc.constantFrom('is', 'between', 'anyOf', 'isEmpty'),
        value: fc.jsonValue(),
      }),
      fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      const read = checkWhere(value, choices);
      if (read !== null) expect(checkWhere(read, choices)).toEqual(read);
    }),
  );
});

test('Labels of values are not sent', () => {
  const labelled = { ...condition, valueLabels: ['X'] };
  expect(sentWhere({ any: [labelled, { not: labelled }] })).toEqual({ any: [condition, { not: condition }] });
});
