import { expect, it } from 'vitest';
import { dateFormat } from './numberFormats.ts';

it.each([
  ['d-m-Y', 'dd\\-mm\\-yyyy'],
  ['d-m-Y H:i:s', 'dd\\-mm\\-yyyy\\ hh:mm:ss'],
  ['Y-m-d', 'yyyy\\-mm\\-dd'],
  ['j.n.y', 'd\\.m\\.yy'],
  ['m/d/Y', 'mm\\/dd\\/yyyy'],
  ['l, j F Y', '[$-409]dddd\\,\\ d\\ mmmm\\ yyyy'],
  ['D M', '[$-409]ddd\\ mmm'],
  ['g:i A', '[$-409]h:mm\\ AM/PM'],
  ['h:i:s a', '[$-409]hh:mm:ss\\ AM/PM'],
  ['G:i', 'h:mm'],
  ['i:s', 'mm:ss'],
  ['H\\h i\\m\\i\\n', 'hh"h "mm"min"'],
  ['d \\d\\e F 😀 "q"', '[$-409]dd" de "mmmm" 😀 "\\""q"\\"'],
  ['Y年n月j日', 'yyyy"年"m"月"d"日"'],
])('converts %s to %s', (pattern, code) => {
  expect(dateFormat(pattern)).toBe(code);
});

it.each([
  ['S', 'jS F Y'],
  ['weeks', 'o-W'],
  ['zones', 'd-m-Y T'],
  ['an offset', 'c'],
  ['seconds since 1970', 'U'],
  ['milliseconds', 'H:i:s.v'],
  ['hours of twelve without AM', 'g:i'],
  ['hours of twenty-four with AM', 'H:i A'],
  ['both', 'H g A'],
  ['minutes that would be a month', 'i'],
  ['minutes before hours', 'i H'],
  ['a month that would be minutes', 'H m'],
  ['a month before seconds', 'm s'],
  ['no date at all', '\\d\\e'],
  ['nothing', ''],
  ['too much', 'd'.repeat(200)],
])('has no format for %s: %s', (_what, pattern) => {
  expect(dateFormat(pattern)).toBeNull();
});
