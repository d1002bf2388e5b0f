import { describe, expect, test } from 'vitest';
import { pageList } from './pageList.ts';

const pagination = (pages: number | null, middlePages: number[]) => ({
  page: 1,
  pages,
  middlePages,
  atStart: true,
  atMiddle: false,
  atEnd: false,
});

describe('the list of pages', () => {
  test.each([
    [1, [], [1]],
    [2, [], [1, 2]],
    [4, [2, 3], [1, 2, 3, 4]],
    [26, [2, 3, 4], [1, 2, 3, 4, 'gap', 26]],
    [26, [12, 13, 14], [1, 'gap', 12, 13, 14, 'gap', 26]],
    [26, [23, 24, 25], [1, 'gap', 23, 24, 25, 26]],
    [6, [2, 3, 4], [1, 2, 3, 4, 5, 6]],
    [0, [], []],
    [null, [], []],
  ])('of %j pages with %j in the middle is %j', (pages, middle, expected) => {
    expect(pageList(pagination(pages, middle))).toEqual(expected);
  });
});
