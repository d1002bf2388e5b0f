import { expect, it } from 'vitest';
import { numberFormat } from './numberFormats.ts';

const euro = { symbol: '€', decimal: '.', thousand: ',', precision: 2, format: '%s%v' };

it.each([
  [{}, '"€"#,##0.00'],
  [{ precision: 0 }, '"€"#,##0'],
  [{ thousand: '' }, '"€"0.00'],
  [{ thousand: '.', decimal: ',' }, '"€"#,##0.00'],
  [{ symbol: '' }, '#,##0.00'],
  [{ format: '%v %s' }, '#,##0.00" €"'],
  [{ symbol: 'USD', format: '%s: %v net' }, '"USD: "#,##0.00" net"'],
  [{ symbol: '%', format: '%v%s' }, '#,##0.00"%"'],
  [{ symbol: 'a"b\\c;[Red]#', format: '%s%v' }, '"a"\\""b\\c;[Red]#"#,##0.00'],
  [{ symbol: '"', format: '%s%v' }, '\\"#,##0.00'],
  [{ symbol: '\0\ud800\nkr', format: '%s%v' }, '" kr"#,##0.00'],
  [{ symbol: '%v' }, '"%v"#,##0.00'],
  [{ precision: 40, symbol: '' }, `#,##0.${'0'.repeat(30)}`],
  // A value in no position, or in two, cannot be expressed.
  [{ format: '%s' }, '#,##0.00'],
  [{ format: '%v %v' }, '#,##0.00'],
  [{ symbol: 'x'.repeat(300) }, '#,##0.00'],
])('converts %j to %s', (given, code) => {
  expect(numberFormat({ ...euro, ...given })).toBe(code);
});
