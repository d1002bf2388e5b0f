import { expect, it } from 'vitest';
import { storedMysqlValues } from './storedMysqlValues.ts';

const read = (type: string, text: string | null) =>
  storedMysqlValues.typeCast({ type, string: () => text }, () => 'as the driver reads it');

it('reads dates of the calendar in UTC', () => {
  expect(read('DATE', '2024-02-29')).toEqual(new Date('2024-02-29T00:00:00Z'));
  expect(read('DATE', '0044-03-15')).toEqual(new Date('0044-03-15T00:00:00Z'));
  expect(read('DATETIME', '2024-12-31 23:59:59.999999')).toEqual(new Date('2024-12-31T23:59:59.999Z'));
  expect(read('TIMESTAMP', null)).toBeNull();
});

it.each([
  ['DATE', '0000-00-00'],
  ['DATE', '0000-05-06'],
  ['DATE', '2024-00-00'],
  ['DATE', '2023-02-31'],
  ['DATETIME', '2024-05-00 10:00:00'],
  ['TIMESTAMP', '0000-00-00 00:00:00'],
  ['YEAR', '0000'],
])('keeps a %s of %s as it is stored', (type, text) => {
  expect(read(type, text)).toBe(text);
});

it('leaves other values to the driver', () => {
  expect(read('YEAR', '2024')).toBe(2024);
  expect(read('TIME', '838:59:59')).toBe('as the driver reads it');
});
