import type { RecordField } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { expect, it } from 'vitest';
import { fieldFault } from './fieldFault.ts';
import { isSame } from './formFields.ts';

const field = (type: RecordField['type'], more: Partial<RecordField> = {}): RecordField => ({
  name: 'value',
  label: 'Value',
  type,
  ...more,
});
const texts = field('string', { isList: true, maxLength: 3 });
const numbers = field('number', { isList: true, decimals: 0, min: '1', max: '9' });
const states = field('enum', { isList: true, enum: { a: 'A', b: 'B' } });
/** The text with its parameters, untranslated. */
const codes = (text: string, parameters: object = {}) =>
  `${text} ${Object.values(parameters).join(' ')}`.trim();

it.each<[RecordField, EditValue, string | null]>([
  [texts, [], null],
  [{ ...texts, required: true }, [], null],
  [{ ...texts, required: true }, null, 'Type a text.'],
  [texts, ['abc', '', null], null],
  [
    texts,
    ['abc', 'abcd'],
    'Item {number}: {fault} 2 The text has {length} characters. Shorten it to {most}. 4 3',
  ],
  [texts, '{{a},{b}}', null],
  [numbers, ['1', '9'], null],
  [numbers, ['1', ''], 'Item {number}: {fault} 2 Type a number.'],
  [numbers, ['x'], 'Item {number}: {fault} 1 This is not a number.'],
  [numbers, ['1', '2', '10'], 'Item {number}: {fault} 3 Type a number from {min} to {max}. 1 9'],
  [states, ['a', 'b'], null],
  [states, ['a', 'c'], 'Item {number}: {fault} 2 Choose something from the list.'],
  [
    field('number', { min: '1901', max: '2155', isUngrouped: true }),
    '1900',
    'Type a number from {min} to {max}. 1901 2155',
  ],
  [field('string', { isJson: true }), '{"a": 1}', null],
])('the fault of %o with %j is %j', (of, value, fault) => {
  expect(fieldFault(of, value, codes)).toBe(fault);
});

it('lists are the same with the same items in the same order; none is no empty list', () => {
  expect(isSame(texts, ['a', 'b'], ['a', 'b'])).toBe(true);
  for (const [a, b] of [
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [[], null],
    [['a,b'], ['a', 'b']],
    [[null], ['']],
  ] as const) {
    expect(isSame(texts, a, b)).toBe(false);
  }
});
