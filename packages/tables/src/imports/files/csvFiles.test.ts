import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/support.ts';
import { fileOf, rowsOf } from './files.fixture.ts';
import { openFile } from './openFile.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a CSV file', () => {
  it.each([
    ['a comma', 'sku,name\nA,"x, y"\n'],
    ['a semicolon', 'sku;name\nA;x, y\n'],
    ['a tab', 'sku\tname\nA\tx, y\n'],
    ['a semicolon that Excel names', 'sep=;\nsku;name\nA;x, y\n'],
  ])('is read with %s between its cells', async (_name, text) => {
    expect(Object.values(await rowsOf(text))).toEqual([
      ['sku', 'name'],
      ['A', 'x, y'],
    ]);
  });

  const text = 'sku;größe\nA;2 €\n';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order', utf16be(`\ufeff${text}`)],
    ['UTF-16 of the other order without a mark', utf16be(text)],
    ['windows-1252', Buffer.from(text.replace('€', '\x80'), 'latin1')],
  ])('is read in %s', async (_name, bytes) => {
    expect(await rowsOf(bytes)).toEqual({ 1: ['sku', 'größe'], 2: ['A', '2 €'] });
  });

  it('has rows numbered as in a spreadsheet, and none without a value', async () => {
    expect(await rowsOf('a,b\r\n1,"two\nlines"\n\n,\n3,4,5\r6')).toEqual({
      1: ['a', 'b'],
      2: ['1', 'two\nlines'],
      5: ['3', '4', '5'],
      6: ['6'],
    });
  });

  it('is read as it was written, whatever its cells have', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'é', ' ', '日') });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
    const encodings = fc.constantFrom('utf8' as const, 'utf16le' as const);
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(',', ';', '\t'),
        encodings,
        async (rows, separator, encoding) => {
          const quoted = [['h1', 'h2', 'h3'], ...rows].map((cells) =>
            cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(separator),
          );
          const found = await rowsOf(Buffer.from(`\ufeff${quoted.join('\r\n')}`, encoding));
          const full = rows.map((cells, index) => [index + 2, cells] as const);
          expect(found).toEqual({
            1: ['h1', 'h2', 'h3'],
            ...Object.fromEntries(full.filter(([, cells]) => cells.some((each) => each !== ''))),
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of many rows is read in blocks, the first with the header alone', async () => {
    const file = await openFile(
      fileOf(`n\n${Array.from({ length: 1234 }, (_, index) => `${index}\n`).join('')}`),
    );
    const sizes: number[] = [];
    for await (const block of file.blocks()) sizes.push(block.length);
    expect(sizes).toEqual([1, 500, 500, 234]);
  });

  it.each([
    ['nothing', '', /empty/],
    ['an unclosed quote', 'a,b\n1,2\n3,"x\n5,6\n', /Row 3 has a quote that is not closed/],
    ['a quote in a text', 'a,b\n1,2\n5" disk,x\n', /Row 3, line 3, has a quote within a text/],
    ['an unclosed quote and more rows', `a\n"${'x\n'.repeat(3_000_000)}`, /Row 2 is too long/],
    ['1,001 columns', `${'a,'.repeat(1000)}b\n`, /more than 1.?000 columns/],
    ['zeros', Buffer.from('GIF89a\0\0\0\0\0\0\0\0abc'), /neither a CSV nor an XLSX/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), /Excel 97/],
  ])('with %s is refused', async (_name, content, message) => {
    const error = await refusal(rowsOf(content));
    expect(error).toMatchObject({ code: 'tables.invalid_request', message: expect.stringMatching(message) });
    expect(Object.keys(error.fields ?? {})).toEqual(['file']);
  });

  it('is a file or a clear fault, whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await rowsOf(bytes).then(
          () => 'rows',
          (error: { code?: string }) => error.code,
        );
        expect(['rows', 'tables.invalid_request']).toContain(outcome);
      }),
      { numRuns: 200 },
    );
  });
});
