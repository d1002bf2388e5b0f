import type { RecordField } from '@rowhouse/table-protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { fieldChoices, inputText, inputValue, kindOf, listIn, shownValue } from './fieldInput.ts';

const field = (type: RecordField['type'], more: Partial<RecordField> = {}): RecordField => ({
  name: 'value',
  label: 'Value',
  type,
  ...more,
});
const time = field('date', { hasTime: true });
const asIs = (text: string) => text;

afterEach(() => vi.unstubAllGlobals());
const speak = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });

test.each([
  [time, '2026-10-25T02:30:00.000+01:00', '2026-10-25T02:30:00'],
  [time, '2026-10-25T02:30:00.120Z', '2026-10-25T02:30:00.120'],
  [field('date'), '2026-10-25', '2026-10-25'],
  [field('boolean'), false, 'false'],
  [field('string'), null, ''],
])('the input of %o shows %j as %j', (of, value, text) => {
  expect(inputText(of, value)).toBe(text);
});

test('a time that looks as it was stays the same one of two equal times', () => {
  const original = '2026-10-25T02:30:00.000+01:00';
  expect(inputValue(time, '2026-10-25T02:30', original)).toBe(original);
  expect(inputValue(time, '2026-10-25T02:30:00', original)).toBe(original);
  expect(inputValue(time, '2026-10-25T02:31', original)).toBe('2026-10-25T02:31:00');
});

test('numbers are read and shown in the language of the page, and others stay as they were typed', () => {
  speak('de');
  const number = field('number');
  expect(inputText(number, '1234.5')).toBe('1234,5');
  expect(inputValue(number, '1.234,50', null)).toBe('1234.50');
  expect(inputValue(number, 'abc', null)).toBe('abc');
  expect(inputValue(number, ' ', '1')).toBeNull();
  expect(inputValue(number, 'NaN', 'NaN')).toBe('NaN');
  expect(shownValue(number, '1234.50', asIs)).toBe('1.234,50');
});

test('an empty input is no value', () => {
  for (const of of [field('string'), field('boolean'), field('date'), time, field('enum')]) {
    expect(inputValue(of, '', 'x')).toBeNull();
  }
  expect(inputValue(field('boolean'), 'true', null)).toBe(true);
});

test('a list offers no value, unless it is required; an empty one asks for a choice', () => {
  const keys = (more: Partial<RecordField>, value: string | null) =>
    fieldChoices(field('enum', { enum: { a: 'A' }, ...more }), value, asIs).map(({ key, label }) => [
      key,
      label,
    ]);
  expect(keys({}, 'a')).toEqual([
    ['a', 'A'],
    ['', 'No value'],
  ]);
  expect(keys({ required: true }, 'a')).toEqual([['a', 'A']]);
  expect(keys({ required: true }, null)).toEqual([
    ['', 'Choose…'],
    ['a', 'A'],
  ]);
});

test('values are shown by their labels and names', () => {
  speak('en');
  expect(shownValue(field('enum', { enum: { a: 'First' } }), 'a', asIs)).toBe('First');
  expect(shownValue(field('enum', { enum: { a: 'First' } }), 'b', asIs)).toBe('b');
  expect(shownValue(field('boolean'), true, asIs)).toBe('Yes');
  expect(shownValue(field('select', { path: '/names' }), 7, asIs, (id) => `Row ${id}`)).toBe('Row 7');
  expect(shownValue(field('date'), '2026-03-01', asIs)).toBe('Mar 1, 2026');
  expect(shownValue(field('string'), null, asIs)).toBe('empty');
});

test('a list has the inputs of its items, unless the database has no plain list', () => {
  const numbers = field('number', { isList: true });
  expect([kindOf(numbers), kindOf(numbers, ['1']), kindOf(numbers, '{{1},{2}}')]).toEqual([
    'list',
    'list',
    'text',
  ]);
  speak('de');
  expect([listIn(numbers, '1.234,5'), listIn(numbers, ''), listIn(numbers, 'x')]).toEqual([
    '1234.5',
    '',
    'x',
  ]);
  expect([listIn(field('string', { isList: true }), ' a, b ')]).toEqual([' a, b ']);
  expect(inputText(numbers, '{{1},{2}}')).toBe('{{1},{2}}');
  expect(inputValue(numbers, '{{1},{2}}', null)).toBe('{{1},{2}}');
});

test.each([
  [field('string', { isList: true }), ['a', 'b'], 'a, b'],
  [field('string', { isList: true }), ['a, b', null], '["a, b",null]'],
  [field('string', { isList: true }), [], '[]'],
  [field('enum', { isList: true, enum: { x: 'Ex', y: 'Why' } }), ['y', 'x', 'z'], 'Why, Ex, z'],
  [field('string', { isJson: true }), '{"a": 1.10}', '{"a": 1.10}'],
  [field('number', { isUngrouped: true }), '2026', '2026'],
])('the value of %o, %j, is shown as %j', (of, value, text) => {
  expect(shownValue(of, value, asIs)).toBe(text);
});
