import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../test/support.ts';
import { number, plain, sheetOf, written } from '../../export/writers/writers.fixture.ts';
import { createXlsxWriter } from '../../export/writers/xlsx/createXlsxWriter.ts';
import { rowsOf, xlsxOf } from './files.fixture.ts';
import { serialDate } from './serialDate.ts';
import { isDateFormat } from './workbookParts.ts';

const c = (reference: string, value: string, more = '') => `<c r="${reference}" ${more}><v>${value}</v></c>`;
const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`;
const sheet = (xml: string, more: object = {}) => rowsOf(xlsxOf({ sheets: { One: xml }, ...more }));

describe('an XLSX file', () => {
  it('has the cells that the export writes', async () => {
    const rows = [
      { name: 'Ærø & <b>', amount: '-1234.50' },
      { name: null, amount: '7' },
    ];
    const { file } = await written(createXlsxWriter, sheetOf({ name: plain, amount: number }), rows);
    expect(await rowsOf(file)).toEqual({
      1: ['name', 'amount'],
      2: ['Ærø & <b>', { type: 'number', text: '-1234.5' }],
      3: [null, { type: 'number', text: '7' }],
    });
  });

  it('has texts of each kind, at their columns and rows', async () => {
    const texts = '<si><t>shared</t></si><si><r><t>of </t></r><r><t>runs</t></r><rPh><t>x</t></rPh></si>';
    const cells =
      row(2, c('A2', '0', 't="s"') + c('C2', '1', 't="s"')) +
      row(4, `<c t="inlineStr"><is><t>in</t><t>line</t></is></c>${c('B4', 'of a formula', 't="str"')}`) +
      row(5, '<c r="A5" s="1"/>');
    expect(await sheet(cells, { texts })).toEqual({
      2: ['shared', null, 'of runs'],
      4: ['inline', 'of a formula'],
    });
  });

  it('has numbers as they are shown, booleans, errors, and the kept values of formulas', async () => {
    const cells =
      row(1, c('A1', '0.30000000000000004') + c('B1', '1E-3') + c('C1', '1e21') + c('D1', '-0.5')) +
      row(
        2,
        c('A2', '1', 't="b"') +
          c('B2', '#N/A', 't="e"') +
          '<c r="C2"><f>1+1</f><v>2</v></c><c r="D2"><f>A1</f></c>',
      );
    expect(await sheet(cells)).toEqual({
      1: ['0.3', '0.001', '1000000000000000000000', '-0.5'].map((text) => ({ type: 'number', text })),
      2: [
        { type: 'boolean', text: 'true' },
        { type: 'error', text: '#N/A' },
        { type: 'number', text: '2' },
        { type: 'formula', text: '' },
      ],
    });
  });

  it.each([
    [false, ['2026-12-31', '2026-12-31T14:30:05', '06:00:00']],
    [true, ['2031-01-01', '2031-01-01T14:30:05', '1904-01-01T06:00:00']],
  ])('has the dates of its calendar: from 1904 %s', async (is1904, texts) => {
    const cells = row(
      1,
      c('A1', '46387', 's="1"') + c('B1', '46387.604224537', 's="2"') + c('C1', '0.25', 's="3"'),
    );
    const formats = [14, '[$-407]d/m/yyyy h:mm', 20];
    expect(await sheet(cells, { is1904, formats })).toEqual({
      1: texts.map((text) => ({ type: 'date', text })),
    });
  });

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [60, null],
    [61, '1900-03-01'],
    [2_958_465, '9999-12-31'],
    [2_958_466, null],
    [-1, null],
    [Number.NaN, null],
  ])('counts %d days as %s', (serial, text) => {
    expect(serialDate(serial, false)).toBe(text);
  });

  it('knows formats of dates', () => {
    expect(['dd.mm.yyyy', '[h]:mm', 'yyyy"-"mm', '[Red]d'].filter((code) => !isDateFormat(code))).toEqual([]);
    expect(['0.00', '#,##0 "days"', 'General', '[Red]0', '0\\d', '0.0E+00'].filter(isDateFormat)).toEqual([]);
  });

  it('has several sheets, of which one can be named', async () => {
    const file = xlsxOf({ sheets: { One: row(1, c('A1', '1')), Two: row(1, c('A1', '2')) } });
    expect(await rowsOf(file)).toEqual({ 1: [{ type: 'number', text: '1' }] });
    expect(await rowsOf(file, { sheet: 'Two' })).toEqual({ 1: [{ type: 'number', text: '2' }] });
    const error = await refusal(rowsOf(file, { sheet: 'Three' }));
    expect(error.message).toBe('sheet: "Three" is not a sheet of the file; send one of: One, Two.');
  });

  const sheets = { One: row(1, c('A1', '1')) };
  const zeros = new Uint8Array(70 * 1024 ** 2);
  it.each([
    ['another archive', zipSync({ 'a.txt': new Uint8Array(3) }), /not an XLSX/],
    ['a cut archive', xlsxOf({ sheets }).subarray(0, 300), /not an XLSX/],
    ['only the first bytes', Buffer.from('PK\x03\x04 and text'), /not an XLSX/],
    ['broken XML', xlsxOf({ sheets: { One: '<row><c></row>' } }), /damaged/],
    [
      'entities',
      xlsxOf({ sheets, parts: { 'xl/sharedStrings.xml': '<!DOCTYPE sst [<!ENTITY a "b">]><sst/>' } }),
      /damaged/,
    ],
    ['no sheet', xlsxOf({}), /not an XLSX/],
    [
      'a bomb',
      xlsxOf({ sheets, parts: { 'xl/worksheets/sheet1.xml': Buffer.from(zeros).toString() } }),
      /Unpacked/,
    ],
    ['16,384 columns', xlsxOf({ sheets: { One: row(1, c('XFD1', '1')) } }), /columns/],
  ])('made of %s is refused', async (_name, content, message) => {
    const error = await refusal(rowsOf(content));
    expect(error).toMatchObject({ code: 'tables.invalid_request', message: expect.stringMatching(message) });
    expect(Object.keys(error.fields ?? {})).toEqual(['file']);
  });
});
