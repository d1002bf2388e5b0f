import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectWellFormed } from '../writers.fixture.ts';
import { escapeText, inlineText, isPlainText } from './escapeText.ts';

/** As spreadsheets read it: XML first, then their own escapes from left to right. */
function read(xml: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

  return xml
    .replace(/&(amp|lt|gt);/g, (_entity, name: string) => names[name] as string)
    .replace(/_x([\dA-Fa-f]{4})_/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Character by character, without a regular expression. */
function kept(text: string): string {
  return [...text]
    .filter((character) => {
      const code = character.codePointAt(0) as number;
      const isControl = code < 0x20 && code !== 9 && code !== 10 && code !== 13;

      return !isControl && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
    })
    .join('');
}

describe('the text of a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['Ærø 日本 😀', 'Ærø 日本 😀'],
    ['a & b < c > d "e" \'f\'', 'a &amp; b &lt; c &gt; d "e" \'f\''],
    ['&amp;', '&amp;amp;'],
    ['a\tb\nc', 'a\tb\nc'],
    ['a\r\nb', 'a_x000D_\nb'],
    ['\0\x01\x08\x0b\x0c\x1fa', 'a'],
    ['\ufffea\uffff', 'a'],
    ['\ud800a\udc00b\ude00\ud83d', 'ab'],
    ['_x000D_', '_x005F_x000D_'],
    ['_x00d_ _x12345_ _xyz1_', '_x00d_ _x12345_ _xyz1_'],
    ['_x000D_x000A_', '_x005F_x000D_x005F_x000A_'],
    // Without care, the first underscore and the escape of CR would make an escape together.
    ['_x005F\r', '_x005F_x005F_x000D_'],
    // What is removed must not join an escape either.
    ['_x00\0\x0c0D_', '_x005F_x000D_'],
  ])('writes %j as %j', (text, xml) => {
    expect(escapeText(text)).toBe(xml);
  });

  it('ends at 32,767 UTF-16 units, and never within a character', () => {
    expect(escapeText('x'.repeat(40_000))).toBe('x'.repeat(32_767));
    expect(escapeText('&'.repeat(40_000))).toBe('&amp;'.repeat(32_767));
    expect(escapeText(`${'x'.repeat(32_766)}😀y`)).toBe('x'.repeat(32_766));
    expect(escapeText(`${'x'.repeat(32_765)}😀y`)).toBe(`${'x'.repeat(32_765)}😀`);
    expect(escapeText(`${'\0'.repeat(40_000)}y`)).toBe('y');
  });

  it('is read unchanged, except removed characters, and is well-formed', () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom(
          '_',
          'x',
          '0',
          '5',
          'F',
          'D',
          '\r',
          '\n',
          '\t',
          '\0',
          '&',
          '<',
          ']]>',
          '_x000D_',
          '\ud800',
        ),
        fc.nat(0xffff).map((code) => String.fromCharCode(code)),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
    });

    fc.assert(
      fc.property(hostile, (text) => {
        const xml = escapeText(text);
        expect(read(xml)).toBe(kept(text));
        expectWellFormed(`<t>${xml}</t>`);
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
        if (isPlain(text)) expect(inlineText(text, 0)).toBe(`" t="inlineStr"><is><t>${text}</t></is></c>`);
      }
    }
    expect(isPlain('R-2023-000001')).toBe(true);
    expect(isPlain('Søren')).toBe(true);
    expect(['=1+1', 'a_x000D_', ' a', 'a<b'].some(isPlain)).toBe(false);
  });
});
