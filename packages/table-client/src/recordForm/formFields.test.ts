import type { RecordField } from '@rowhouse/table-protocol';
import { expect, test } from 'vitest';
import { applyingFields, sentValues } from './formFields.ts';

const field = (name: string, when?: RecordField['when']): RecordField => ({
  name,
  label: name,
  type: 'string',
  ...(when && { when }),
});
const stateOf = (
  fields: RecordField[],
  values: Record<string, string | number | boolean | null>,
  original = {},
) => ({
  fields,
  values,
  original,
  isNew: false,
});

test('a field depends on fields that apply themselves', () => {
  const fields = [field('a'), field('b', { a: ['1'] }), field('c', { b: ['x'] })];
  const names = (a: string) => applyingFields(stateOf(fields, { a, b: 'x', c: 'y' })).map(({ name }) => name);
  expect(names('1')).toEqual(['a', 'b', 'c']);
  expect(names('2')).toEqual(['a']);
});

test('fields that depend on each other end', () => {
  const fields = [field('a', { b: ['1'] }), field('b', { a: ['1'] })];
  expect(applyingFields(stateOf(fields, { a: '1', b: '1' }))).toHaveLength(2);
  expect(applyingFields(stateOf(fields, { a: '1', b: '2' }))).toHaveLength(0);
  expect(applyingFields(stateOf(fields, { a: '2', b: '2' }, { a: '1', b: '1' }))).toHaveLength(0);
});

test('conditions compare numbers, booleans and null as the server does', () => {
  const fields = [field('a'), field('b', { a: [1, true, null] })];
  const applies = (a: string | number | boolean | null) =>
    applyingFields(stateOf(fields, { a })).length === 2;
  expect([
    applies('1'),
    applies(true),
    applies('true'),
    applies(null),
    applies('null'),
    applies('2'),
  ]).toEqual([true, true, true, true, false, false]);
});

test('everything below a value that has changed is emptied', () => {
  const fields = [field('a'), field('b', { a: ['1'] }), field('c', { b: ['x'] })];
  const original = { a: '1', b: 'x', c: 'y' };
  expect(sentValues(stateOf(fields, { ...original, a: '2' }, original))).toEqual({
    a: '2',
    b: null,
    c: null,
  });
});
