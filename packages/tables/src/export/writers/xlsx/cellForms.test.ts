import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { number, plain, sheetOf } from '../writers.fixture.ts';
import { cellStyle, column, euro, workbook } from './workbook.fixture.ts';

describe('texts', () => {
  it('are texts with any content', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-5',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '0012',
      '1e5',
      'TRUE',
      '2026-01-01',
      "'x",
      '#N/A',
    ];
    const { values, xml } = await column(plain, texts);

    expect(values).toEqual(texts);
    expect(xml).not.toContain('<f');
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(texts.length + 2);
  });

  it('stay texts when they are edited, if they start like a formula', async () => {
    const { parts } = await workbook(sheetOf({ a: plain }), [{ a: '=1+1' }, { a: 'text' }]);
    const xml = parts['xl/worksheets/sheet1.xml'] ?? '';
    const styles = parts['xl/styles.xml'] ?? '';

    expect(cellStyle(xml, styles, 'A2').entry).toMatch(/numFmtId="49".* quotePrefix="1"/);
    expect(cellStyle(xml, styles, 'A3').format).toBe('0');
  });

  it('preserve leading and trailing blanks and line breaks', async () => {
    const texts = [' a', 'a ', 'a\nb', 'a\tb', 'a  b'];
    const { xml } = await column(plain, texts);
    const spaces = [...xml.matchAll(/<c r="B(?!1")[^>]*><is><t([^>]*)>/g)].map(([, space]) => space);

    expect(spaces).toEqual([...Array(4).fill(' xml:space="preserve"'), '']);
  });

  it('keep blanks, tabs and line breaks; characters that a file cannot contain are omitted', async () => {
    const { values } = await column(plain, [
      ' a ',
      'a\r\nb\tc',
      '\n',
      '\0a\ufffe\ud800',
      '\0',
      '',
      'x'.repeat(40_000),
    ]);

    expect(values).toEqual([' a ', 'a\r\nb\tc', '\n', 'a', null, null, 'x'.repeat(32_767)]);
  });

  it('are preserved for all texts', async () => {
    const unit = fc.oneof(
      fc.constantFrom('_x', '000D', '_', '\r', '\n', '\t', ' ', '&', '<', '=', '\0', '\ud83d', '\ufffe'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit, minLength: 1 }), { maxLength: 30 }), async (texts) => {
        const { values } = await column(plain, texts);

        expect(values).toEqual(
          texts.map(
            (text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '') || null,
          ),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('numbers', () => {
  it('are numbers if a double represents them, and texts otherwise', async () => {
    const { values } = await column(euro, [
      '1234.50',
      '-0.005',
      7,
      2n,
      '1e3',
      '007',
      ' 5 ',
      '9007199254740992',
      '9007199254740993',
      -9007199254740993n,
      '12345678901234567890.12',
      '0.1234567890123456789',
      2 ** 60,
      1e300,
      '1e-320',
    ]);

    expect(values).toEqual([
      1234.5,
      -0.005,
      7,
      2,
      1000,
      7,
      5,
      9007199254740992,
      '9007199254740993',
      '-9007199254740993',
      '12345678901234567890.12',
      '0.1234567890123456789',
      2 ** 60,
      1e300,
      1e-320,
    ]);
  });

  it('are empty for NaN, and other values stay texts', async () => {
    const none = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      'NaN',
      '-Infinity',
      null,
      undefined,
      '',
    ];

    expect((await column(euro, none)).values).toEqual(none.map(() => null));
    expect((await column(plain, none.slice(0, 3))).values).toEqual([null, null, null]);
    expect((await column(euro, ['n/a', '12 pieces', true])).values).toEqual(['n/a', '12 pieces', true]);
  });

  it('are divided exactly if they are in cents', async () => {
    const { values } = await column({ ...euro, cents: true }, [
      1999,
      '-5',
      100n,
      '900719925474099300',
      'none',
      null,
    ]);

    expect(values).toEqual([19.99, -0.05, 1, '9007199254740993.00', 'none', null]);
  });

  it('have all digits where they have more than their type declares', async () => {
    const sheet = sheetOf({ loose: { ...euro, scale: 2 }, strict: euro });
    const { parts } = await workbook(sheet, [
      { loose: '1.2345', strict: '1.2345' },
      { loose: '1.20', strict: 1 },
      { loose: '1.234567890123', strict: 1 },
    ]);
    const format = (reference: string) =>
      cellStyle(parts['xl/worksheets/sheet1.xml'] ?? '', parts['xl/styles.xml'] ?? '', reference).format;

    expect(['B2', 'A3'].map(format)).toEqual(['"€ "#,##0.00', '"€ "#,##0.00']);
    expect(format('A2')).not.toBe('"€ "#,##0.00');
  });

  it('have the format of the template; those written as text are right-aligned', async () => {
    const sheet = sheetOf({ money: euro, cents: { kind: 'number', number: null, cents: true }, id: number });
    const { parts } = await workbook(sheet, [
      { money: 1, cents: 1, id: 123456789012 },
      { money: '12345678901234567', cents: 1, id: 1.5 },
    ]);
    const style = (reference: string) =>
      cellStyle(parts['xl/worksheets/sheet1.xml'] ?? '', parts['xl/styles.xml'] ?? '', reference);

    expect(style('A2').format).toBe('"€ "#,##0.00');
    expect(style('B2').format).toBe('0.00');
    expect(style('C2').format).toBe('1');
    expect(style('C3').format).toBe('0');
    expect(style('A3').entry).toMatch(/numFmtId="49".*<alignment horizontal="right"\/>/);
  });
});

it('booleans are booleans, as all databases have them', async () => {
  const values = [
    true,
    1,
    '1',
    't',
    'true',
    new Uint8Array([1]),
    1n,
    false,
    0,
    '0',
    'f',
    'false',
    new Uint8Array([0]),
    0n,
    null,
    undefined,
  ];

  expect((await column({ kind: 'boolean' }, values)).values).toEqual([
    ...Array(7).fill(true),
    ...Array(7).fill(false),
    null,
    null,
  ]);
});

it('keys of enumerations are their labels; others stay', async () => {
  const labels = { 1: 'Open', paid: 'Paid', true: 'Yes', '': 'Nothing' };
  const values = [1, '1', 1n, 'paid', true, 'gone', 7, 'constructor', null, undefined];

  expect((await column({ kind: 'enum', labels }, values)).values).toEqual([
    'Open',
    'Open',
    'Open',
    'Paid',
    'Yes',
    'gone',
    7,
    'constructor',
    null,
    null,
  ]);
});

it('writes other values by the type of their column', async () => {
  const values = [
    1.5,
    12n,
    true,
    ['a', 1, null],
    { a: [1n, 'x'] },
    [{ a: 1 }],
    new Uint8Array([1, 171]),
    Symbol('s'),
    () => 1,
  ];
  const translated = { ...plain, translate: (text: string) => text.toUpperCase() } as const;

  expect((await column(plain, values)).values).toEqual([
    1.5,
    12,
    true,
    '["a",1,null]',
    '{"a":["1","x"]}',
    '[{"a":1}]',
    '01ab',
    null,
    null,
  ]);
  expect((await column(translated, ['open', '', 1])).values).toEqual(['OPEN', null, 1]);
});
