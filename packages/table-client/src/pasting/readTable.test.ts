import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeTexts } from './placeTexts.ts';
import { readTable } from './readTable.ts';

/** As spreadsheets write a field: quoted where it has a separator, a line end or a quote. */
const written = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const field = fc
  .string({ unit: fc.constantFrom('a', '7', ' ', ',', ';', '"', '\t', '\n', '\r', 'é', '😀'), maxLength: 6 })
  // Harmless texts lose their apostrophe.
  .filter((text) => !text.startsWith("'"));

describe('the text of a clipboard', () => {
  test('has the cells that a spreadsheet has written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\r\n', '\n', '\r'),
        fc.boolean(),
        (lines, end, isEnded) => {
          // A last line of one empty field cannot be told from the line end before it.
          const [last] = lines.at(-1) ?? [];
          fc.pre(lines.at(-1)?.length !== 1 || last !== '' || isEnded || lines.length === 1);
          const text = lines.map((line) => line.map(written).join('\t')).join(end) + (isEnded ? end : '');
          expect(readTable(text)).toEqual(lines);
        },
      ),
    );
  });

  test.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a\nb"\tc', [['a\nb', 'c']]],
    ['"a ""quoted"" word"\n', [['a "quoted" word']]],
    ['"never closed\tb', [['"never closed', 'b']]],
    ['"closed" too early\tb', [['"closed" too early', 'b']]],
    ['5" pipe', [['5" pipe']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t\n', [['', '']]],
    ["'=1+2\t'-5\tIt's", [['=1+2', "'-5", "It's"]]],
    ['', [['']]],
  ])('%j', (text, cells) => {
    expect(readTable(text)).toEqual(cells);
  });

  test('of any kind is read in one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\t', '\n', '\r', 'x') }), (text) => {
        expect(readTable(text).length).toBeGreaterThan(0);
      }),
    );
    const long = '"'.repeat(300_000);
    expect(readTable(long)).toHaveLength(1);
  });
});

describe('texts on a block', () => {
  const texts = [
    ['a', 'b'],
    ['c', 'd'],
  ];
  const block = (top: number, bottom: number, start: number, end: number) => ({ top, bottom, start, end });
  const shown = (given: readonly (readonly string[])[], on: ReturnType<typeof block>) => {
    const { range, textAt, omitted } = placeTexts(given, on, { rows: 6, columns: 5 });
    const lines: string[] = [];
    for (let row = range.top; row <= range.bottom; row += 1) {
      let line = '';
      for (let column = range.start; column <= range.end; column += 1) line += textAt(row, column) || '-';
      lines.push(line);
    }

    return { at: [range.top, range.start], lines, omitted };
  };

  test('begin at its first cell, and may be larger', () => {
    expect(shown(texts, block(1, 1, 2, 2))).toMatchObject({ at: [1, 2], lines: ['ab', 'cd'] });
    expect(shown(texts, block(1, 3, 2, 2))).toMatchObject({ lines: ['ab', 'cd'] });
  });

  test('are repeated in a multiple of them', () => {
    expect(shown(texts, block(0, 3, 0, 3)).lines).toEqual(['abab', 'cdcd', 'abab', 'cdcd']);
    expect(shown(texts, block(0, 2, 0, 3)).lines).toEqual(['ab', 'cd']);
    expect(shown([['x']], block(0, 2, 1, 2)).lines).toEqual(['xx', 'xx', 'xx']);
    expect(shown([['a', 'b']], block(0, 1, 0, 1)).lines).toEqual(['ab', 'ab']);
  });

  test('that do not fit are counted', () => {
    expect(shown(texts, block(5, 5, 4, 4))).toMatchObject({ lines: ['a'], omitted: { rows: 1, columns: 1 } });
  });

  test('have empty cells where lines are shorter', () => {
    expect(shown([['a'], ['b', 'c']], block(0, 0, 0, 0)).lines).toEqual(['a-', 'bc']);
  });
});
