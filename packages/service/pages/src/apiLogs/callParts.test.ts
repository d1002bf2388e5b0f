import { expect, it } from 'vitest';
import { bodyText } from './callParts.ts';

it.each([
  [null, null],
  [undefined, null],
  ['', null],
  [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['{"a":1', '{"a":1'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['12345678901234567890', '12345678901234567890'],
  [0, '0'],
  [false, 'false'],
])('shows %j as %j', (body, text) => {
  expect(bodyText(body)).toBe(text);
});
