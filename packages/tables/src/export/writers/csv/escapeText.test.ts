import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../writers.fixture.ts';
import { escapeText, isPlainText } from './createCsvWriter.ts';

describe('a text as a field', () => {
  it.each([
    ['plain', 'plain'],
    ['Ærø 日本 😀', 'Ærø 日本 😀'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['say "hi"', '"say ""hi"""'],
    ['a\nb\r\nc', '"a\nb\r\nc"'],
    [' a ', '" a "'],
    ['a\0\x1f\ufffe\ud800b', 'ab'],
    ["it's", "it's"],
  ])('writes %j as %j', (text, field) => {
    expect(escapeText(text)).toBe(field);
  });

  it.each([
    '=1+1',
    '+1',
    '@SUM(A1)',
    '-1+1',
    '-cmd',
    '--5',
    '-5-5',
    '-',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    "=cmd|' /C calc'!A0",
  ])('does not take %j for a formula', (text) => {
    expect(escapeText(text)).toBe(`'${text}`);
    expect(escapeText(` ${text}`)).toBe(`' ${text}`);
  });

  it.each(['\t=1', '\r=1', '\n=1', '\ttext', '\rtext', '\u00a0=1', '\u3000@a', '\0=1', '\ufeff=1'])(
    'is not escaped after any prefix: %j',
    (text) => {
      expect(parseCsv(`${escapeText(text)}\r\n`)[0]?.[0]).toBe(`'${text.replace('\0', '')}`);
    },
  );

  it.each(['-5', '-1,234.50', '-1.234,50', '-0.5', '-12345678901234567890', ' -5 '])(
    'keeps the negative number %j',
    (text) => {
      expect(parseCsv(`${escapeText(text)}\r\n`)).toEqual([[text]]);
    },
  );

  it.each(['a=b', 'a@b.c', '5-3', '1+1', "'=1"])(
    'keeps %j, which starts with no special character',
    (text) => {
      expect(escapeText(text)).toBe(text);
    },
  );

  it('is read unchanged, except removed characters and the apostrophe', () => {
    const unit = fc.oneof(
      fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', '-', '5', '.', "'", ' ', '＝', '\0'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );

    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (first, second) => {
        const records = parseCsv(`${escapeText(first)},${escapeText(second)}\r\n`);
        const [a = '', b = ''] = records[0] ?? [];

        expect(records).toHaveLength(1);
        for (const [field, text] of [
          [a, first],
          [b, second],
        ] as const) {
          const kept = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
          expect([kept, `'${kept}`]).toContain(field);
          if (!/^-\d+([.,]\d+)*$/.test(field.trim()))
            expect(field).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a text that is plain by its bytes', () => {
  const isPlain = (text: string) => {
    const bytes = Buffer.from(`-${text}-`);

    return isPlainText(bytes, 1, bytes.length - 1);
  };

  it('is written unchanged, with any characters', () => {
    for (let code = 1; code < 0x1_0100; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      for (const text of [`ab${character}cd`, `${character}abc`, `abc${character}`]) {
        if (isPlain(text)) expect(escapeText(text)).toBe(text);
      }
    }
    expect(isPlain('R-2023-000001')).toBe(true);
    for (const name of ['Søren', 'Анна', 'רחל כץ', 'สมชาย', '山田', '김민준'])
      expect(isPlain(name)).toBe(true);
    expect(['=1+1', '-a', 'a,b', ' a', '\u00a0ab'].some(isPlain)).toBe(false);
  });
});
