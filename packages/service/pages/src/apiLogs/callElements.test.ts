import { expect, it } from 'vitest';
import { bodyText } from './callElements.ts';

it.each([
  [null, null],
  ['', null],
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  [' {"a" :1,\n"b":{},"c":[ ],"d":"{,:\\"[" }', '{\n  "a": 1,\n  "b": {},\n  "c": [],\n  "d": "{,:\\"["\n}'],
  [
    '[[1.10,12345678901234567890],{"2":1,"1":2}]',
    '[\n  [\n    1.10,\n    12345678901234567890\n  ],\n  {\n    "2": 1,\n    "1": 2\n  }\n]',
  ],
  ['{"a":1', '{"a":1'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['12345678901234567890', '12345678901234567890'],
  ['false', 'false'],
])('shows %j as %j', (body, text) => {
  expect(bodyText(body)).toBe(text);
});
