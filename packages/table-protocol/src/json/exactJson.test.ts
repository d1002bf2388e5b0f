import { describe, expect, it } from 'vitest';
import { formatJson, isSameJson, readJson } from './exactJson.ts';

const strict = { keepsOrder: true, keepsDigits: true };
const loose = { keepsOrder: false, keepsDigits: false };
const formatted = (text: string) => {
  const read = readJson(text);

  return 'at' in read ? read : formatJson(read);
};

describe('readJson', () => {
  it.each([
    '12345678901234567890',
    '1.10',
    '-0',
    '1E+5',
    '""',
    '"\\u00e9\\n\\ud800"',
    'null',
    '{"b": 1, "a": 2, "b": 3}',
    '[[], {}, [ ]]',
    ' { "a" : [ 1 , 2 ] } ',
  ])('keeps every digit, key and text of %s', (text) => {
    const shown = formatted(text);
    expect(shown).toBeTypeOf('string');
    expect(JSON.parse(String(shown))).toEqual(JSON.parse(text));
    expect(String(shown).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  });

  it.each([
    ['', 0],
    ['{', 1],
    ['{"a" 1}', 5],
    ['{"a": }', 6],
    ['[1, 2', 5],
    ['[1,]', 3],
    ['{"a": 1,}', 8],
    ["{'a': 1}", 1],
    ['01', 0],
    ['1.', 0],
    ['nul', 0],
    ['true false', 5],
    ['"a\nb"', 0],
    ['"\\x"', 0],
  ])('finds the first wrong character of %j', (text, at) => {
    expect(readJson(text)).toEqual({ at });
    expect(() => JSON.parse(text)).toThrow();
  });

  it('refuses what is nested deeper than 500 levels', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(readJson(nested(500))).not.toHaveProperty('at');
    expect(readJson(nested(600))).toEqual({ at: 501 });
    expect(readJson('['.repeat(100_000))).toHaveProperty('at');
  });
});

describe('formatJson', () => {
  it('indents by two blanks', () => {
    expect(formatted('{"a":[1,{"b":1.10}],"c":{},"d":[]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": 1.10\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    );
  });
});

describe('isSameJson', () => {
  it.each([
    ['{"a":1}', ' { "a" : 1 } ', true, true],
    ['"\\u00e9"', '"é"', true, true],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', false, true],
    ['{"a":1,"a":2}', '{"a":2}', false, true],
    ['1.10', '1.1', false, true],
    ['1e2', '100', false, true],
    ['12345678901234567890', '12345678901234567891', false, false],
    ['[1,2]', '[2,1]', false, false],
    ['"1"', '1', false, false],
    ['{"a":"b,c"}', '{"a":"b","c":1}', false, false],
    ['not json', 'not json', true, true],
    ['not json', 'not  json', false, false],
  ])('compares %s with %s', (a, b, isExact, isEqual) => {
    expect(isSameJson(a, b, strict)).toBe(isExact);
    expect(isSameJson(a, b, loose)).toBe(isEqual);
  });
});
