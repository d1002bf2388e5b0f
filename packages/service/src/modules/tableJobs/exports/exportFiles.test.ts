import { contentDisposition } from '@rowhouse/tables/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName } from './exportFiles.ts';

const created_at = new Date('2026-11-21T23:30:00Z');
const name = (text: string, timeZone = 'UTC') =>
  fileName({ name: text, created_at, format: 'xlsx' }, timeZone);

describe('The name of a file', () => {
  it('consists of the name of the table and the day', () => {
    expect(name('Orders')).toBe('Orders 2026-11-21.xlsx');
    expect(name('Aufträge', 'Europe/Berlin')).toBe('Aufträge 2026-11-22.xlsx');
    expect(fileName({ name: 'Orders', created_at, format: 'csv' }, 'UTC')).toBe('Orders 2026-11-21.csv');
  });

  it.each([
    ['../../../../etc/passwd', 'etc passwd 2026-11-21.xlsx'],
    ['a"b\r\nSet-Cookie: x', 'a b Set-Cookie x 2026-11-21.xlsx'],
    ['\u202Excod.exe', 'xcod.exe 2026-11-21.xlsx'],
    ['...', 'Export 2026-11-21.xlsx'],
    ['\ud800', 'Export 2026-11-21.xlsx'],
    ['x'.repeat(500), `${'x'.repeat(100)} 2026-11-21.xlsx`],
  ])('contains nothing dangerous: %j', (given, expected) => {
    expect(name(given)).toBe(expected);
  });

  it('becomes an ASCII header from which the same name can be decoded', () => {
    expect(contentDisposition('Aufträge "1" 2026.xlsx')).toBe(
      `attachment; filename="Auftr_ge _1_ 2026.xlsx"; filename*=UTF-8''Auftr%C3%A4ge%20%221%22%202026.xlsx`,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const full = name(text);
        const header = contentDisposition(full);
        expect(header).toMatch(/^attachment; filename="[ !#-~]*"; filename\*=UTF-8''[\w.!~%-]*$/);
        expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(full);
      }),
    );
  });
});
