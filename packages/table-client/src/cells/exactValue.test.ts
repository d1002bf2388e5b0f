import type { InitColumn } from '@rowhouse/table-protocol';
import { expect, test } from 'vitest';
import { column } from '../responses/responses.fixture.ts';
import { editableValue, exactValue } from './exactValue.ts';

const number = { symbol: '€', decimal: ',', thousand: '.', precision: 2, template: '%s%v' };

test.each<[string, Partial<InitColumn>, unknown, ReturnType<typeof exactValue>]>([
  ['a formatted number', { number }, '-1.234.567,50', { kind: 'number', text: '-1234567.50' }],
  ['a number with marks of direction', { number }, '\u200e-1.234,5', { kind: 'number', text: '-1234.5' }],
  ['a number with a sign of its own', { number }, '\u22121.234,5', { kind: 'number', text: '-1234.5' }],
  [
    'a number with narrow spaces',
    { number: { ...number, thousand: '\u202f' } },
    '1\u202f234,5',
    { kind: 'number', text: '1234.5' },
  ],
  ['an empty number', { number }, '', { kind: 'empty' }],
  ['a text where a number is expected', { number }, 'n/a', { kind: 'text', text: 'n/a' }],
  ['a plain number', {}, 12.5, { kind: 'number', text: '12.5' }],
  ['a large number', {}, 1.5e21, { kind: 'number', text: '1500000000000000000000' }],
  ['a small number', {}, -1.5e-7, { kind: 'number', text: '-0.00000015' }],
  ['a number with an exponent', {}, 1e-7, { kind: 'number', text: '0.0000001' }],
  ['an infinite number', {}, Number.POSITIVE_INFINITY, { kind: 'text', text: 'Infinity' }],
  ['digits in a column of texts', {}, '00123', { kind: 'text', text: '00123' }],
  [
    'an exact decimal',
    { type: 'number' },
    '12345678901234567890.12',
    { kind: 'number', text: '12345678901234567890.12' },
  ],
  ['a key', { enum: { '5': 'Late' } }, 5, { kind: 'text', text: '5' }],
  ['null', {}, null, { kind: 'empty' }],
])('%s', (_, options, value, exact) => {
  expect(exactValue(column({ name: 'cell', ...options }), { cell: value })).toEqual(exact);
});

test('booleans and dates have their types', () => {
  const boolean = column({ name: 'cell', meta: { boolean: true } });
  expect([true, false, 0, null].map((cell) => exactValue(boolean, { cell }))).toEqual([
    { kind: 'boolean', value: true },
    { kind: 'boolean', value: false },
    { kind: 'boolean', value: false },
    { kind: 'empty' },
  ]);
  const date = column({ name: 'cell', dateFormat: 'd-m-Y H:i:s', meta: { datetime: true } });
  expect(exactValue(date, { cell: '01-02-2026 03:04:05' })).toEqual({
    kind: 'date',
    day: '2026-02-01',
    time: '03:04:05',
  });
  expect(
    exactValue(column({ name: 'cell', meta: { date: true } }), { cell: '01/02/2026' }, 'd/m/Y'),
  ).toMatchObject({
    day: '2026-02-01',
  });
});

test('edits a time with its seconds, but not a label in place of an identifier', () => {
  const time = column({
    name: 'cell',
    dateFormat: 'd-m-Y H:i:s',
    edit: { type: 'date' },
    meta: { datetime: true },
  });
  expect(editableValue(time, { cell: '01-02-2026 03:04:05' })).toBe('2026-02-01T03:04:05');
  expect(editableValue(column({ name: 'cell', edit: { type: 'select' } }), { cell: 'Ada' })).toBe(null);
});

test('has, and edits, the exact value where the format leaves out a part', () => {
  const total = column({ name: 'cell', number: { ...number, precision: 0 }, edit: { type: 'number' } });
  const rounded = { cell: '1.235', _exact: { cell: '1234.6' } };
  expect(exactValue(total, rounded)).toEqual({ kind: 'number', text: '1234.6' });
  expect(editableValue(total, rounded)).toBe('1234.6');

  const born = column({ name: 'cell', dateFormat: 'd.m.y', edit: { type: 'date' }, meta: { date: true } });
  const short = { cell: '01.05.65', _exact: { cell: '1965-05-01' } };
  expect(exactValue(born, short)).toEqual({ kind: 'date', day: '1965-05-01', time: null });
  expect(editableValue(born, short)).toBe('1965-05-01');

  const seen = column({ name: 'cell', dateFormat: 'd.m.y H:i', meta: { datetime: true } });
  expect(exactValue(seen, { cell: '01.05.65 10:30', _exact: { cell: '1965-05-01T10:30:09' } })).toEqual({
    kind: 'date',
    day: '1965-05-01',
    time: '10:30:09',
  });
});
