import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sheetName } from './worksheet.ts';

it.each([
  ['Orders', 1, 'Orders'],
  ['Orders', 2, 'Orders (2)'],
  ['Orders', 1000, 'Orders (1000)'],
  ["[Sales]: 'a/b\\c' * who?", 1, "Sales 'a b c' who"],
  ["'quoted'", 1, 'quoted'],
  ["a'b", 1, "a'b"],
  ['', 1, 'Sheet'],
  ["':*?'", 2, 'Sheet (2)'],
  ['History', 1, 'History (1)'],
  ['history', 2, 'history (2)'],
  ['Line\nbreak\tand\0control', 1, 'Line break andcontrol'],
  ['x'.repeat(40), 1, 'x'.repeat(31)],
  ['x'.repeat(40), 12, `${'x'.repeat(26)} (12)`],
  [`${'x'.repeat(30)}😀`, 1, 'x'.repeat(30)],
  [`${'x'.repeat(30)}'y`, 1, 'x'.repeat(30)],
])('names %j as sheet %i: %j', (name, sheet, called) => {
  expect(sheetName(name, sheet)).toBe(called);
});

it('is valid, and differs from the other sheets, for any name of the table', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom("'", '[', ' ', 'a', '😀'), minLength: 20 }),
      ),
      (name) => {
        const names = [1, 2, 3, 10, 100].map((sheet) => sheetName(name, sheet));

        expect(new Set(names.map((each) => each.toLowerCase())).size).toBe(names.length);
        for (const each of names) {
          expect(each).toMatch(/^[^[\]:*?/\\]{1,31}$/);
          expect(each).not.toMatch(/^['\s]|['\s]$|^history$/i);
          expect(each.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});
