import { expect, it } from 'vitest';
import { listText } from './listText.ts';

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
