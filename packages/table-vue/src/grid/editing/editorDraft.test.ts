import type { InitColumnEdit } from '@rowhouse/table-protocol';
import { expect, test } from 'vitest';
import { choicesOf, type EditorKind, readField } from './editorDraft.ts';

const keysOf = (edit: InitColumnEdit) =>
  choicesOf({ enum: { 1: 'New', 2: 'Done' }, edit }, (text) => text).map(({ key }) => key);

test('a list has an empty choice, unless the column refuses null', () => {
  expect(keysOf({ type: 'enum' })).toEqual(['1', '2', '']);
  expect(keysOf({ type: 'enum', required: true })).toEqual(['1', '2']);
  expect(keysOf({ type: 'boolean' })).toEqual(['true', 'false', '']);
  expect(keysOf({ type: 'boolean', required: true })).toEqual(['true', 'false']);
});

test.each<[EditorKind, string, string]>([
  ['choice', '', 'Choose something first.'],
  ['number', ' ', 'Type a number.'],
  ['date', '', 'Choose a day.'],
  ['time', '', 'Choose a day.'],
  ['text', '', 'Type a text.'],
])('an empty field of kind %s is null, or a fault if the column refuses null', (kind, text, fault) => {
  expect(readField(kind, text, 'x')).toEqual({ value: null });
  expect(readField(kind, text, 'x', { required: true })).toEqual({ fault });
});

test('an empty cell stays as it is', () => {
  expect(readField('date', '', null, { required: true })).toEqual({ value: null });
  expect(readField('text', '', '', { required: true })).toEqual({ value: '' });
});

test('a number that the database has stays as it is, although nobody may type it', () => {
  expect(readField('number', 'NaN', 'NaN')).toEqual({ value: 'NaN' });
  expect(readField('number', 'NaN', '1')).toEqual({ fault: 'This is not a number.' });
});
