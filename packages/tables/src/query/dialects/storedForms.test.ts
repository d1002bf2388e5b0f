import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListForm } from '../StoredForm.ts';
import { storedForm as ofMysql } from './mysql/storedForm.ts';
import { storedForm as ofPostgres } from './postgres/storedForm.ts';
import { storedForm as ofSqlite } from './sqlite/storedForm.ts';

const listForm = (form: unknown) => form as ListForm;

describe('the arrays of PostgreSQL', () => {
  const { read, write, isWritten } = listForm(ofPostgres('_text'));

  it('have the items that were written', () => {
    const items = fc.array(fc.option(fc.string({ unit: 'grapheme' })));
    fc.assert(fc.property(items, (list) => void expect(read(write(list))).toEqual(list)));
  });

  it.each([
    ['{}', []],
    ['{a,NULL,"NULL",""}', ['a', null, 'NULL', '']],
    ['{"a,b","c\\"d","e\\\\f","{}"," x "}', ['a,b', 'c"d', 'e\\f', '{}', ' x ']],
    ['{1,-2}', ['1', '-2']],
    ['{a b}', ['a b']],
    ['{{1,2},{3,4}}', null],
    ['[0:1]={a,b}', null],
    ['{a', null],
    ['{a}}', null],
    ['{,}', null],
  ])('are read from %s', (text, items) => {
    expect(read(text)).toEqual(items);
    expect(isWritten(text)).toBe(true);
  });

  it('have items of the kind of their type', () => {
    expect(listForm(ofPostgres('_int8')).itemKind).toBe('integer');
    expect(listForm(ofPostgres('_numeric')).itemKind).toBe('decimal');
    expect(listForm(ofPostgres('_mood')).itemKind).toBe('other');
    expect(ofPostgres('text')).toBeNull();
  });
});

it('a SET of MySQL has its values between commas', () => {
  const { read, write } = listForm(ofMysql('set'));
  expect([read(''), read('a,b c')]).toEqual([[], ['a', 'b c']]);
  expect([write([]), write(['a', 'b c'])]).toEqual(['', 'a,b c']);
});

it('JSON keeps the order of its keys where the database keeps its text', () => {
  const kept = (form: unknown) => (form as { keepsText?: boolean } | null)?.keepsText;
  expect([kept(ofPostgres('json')), kept(ofPostgres('jsonb')), kept(ofMysql('json'))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([kept(ofSqlite('JSON')), ofSqlite('JSONB')]).toEqual([true, null]);
});
