import { expect, it } from 'vitest';
import { listText, readListText } from './listText.ts';

const lists: readonly (readonly unknown[])[] = [
  ...[
    [],
    [''],
    [null],
    [null, null],
    ['null'],
    [1, null, 3],
    [1, 3],
    ['a', 'b'],
    ['a, b'],
    ['a,b'],
    ['a ', 'b'],
  ],
  ...[
    [
      [1, 2],
      [3, 4],
    ],
    [1, 2, 3, 4],
    [[]],
    ['[]'],
    ['{}'],
    [{}],
    ['"a"'],
    ['a', ''],
    ['a'],
    [true, 'x'],
  ],
];

it('looks different for different lists', () => {
  expect(new Set(lists.map(listText)).size).toBe(lists.length);
});

it('is plain for plain values', () => {
  expect(listText(['a b', 1, true, 12n])).toBe('a b, 1, true, 12');
  expect(listText([1, null, 12n])).toBe('[1,null,"12"]');
});

it('is read as the same items, as texts', () => {
  const flat = lists.filter((list) => list.every((item) => typeof item !== 'object' || item === null));
  for (const list of flat) {
    expect(readListText(listText(list))).toEqual(list.map((item) => (item === null ? null : String(item))));
  }
});

it.each([
  ['', []],
  ['a', ['a']],
  [' a ,b, c d ', ['a', 'b', 'c d']],
  ['[]', []],
  ['[""]', ['']],
  ['[12345678901234567890, 1.10, true, null]', ['12345678901234567890', '1.10', 'true', null]],
  ['[1, [2]]', null],
  ['["a"', null],
])('reads %j', (text, items) => {
  expect(readListText(text)).toEqual(items);
});
