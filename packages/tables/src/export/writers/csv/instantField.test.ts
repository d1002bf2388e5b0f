import { createDateFormatter } from '@rowhouse/table-protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ExportFormat } from '../../ExportWriter.ts';
import { TextBuffer } from '../textBuffer.ts';
import { instantField } from './instantField.ts';

const formatOf = (pattern: string, timeZone: string): ExportFormat => ({
  kind: 'date',
  date: { pattern, timeZone, stored: { kind: 'timestamptz', datesAreUtc: true } },
});
const zones = ['UTC', 'Europe/Amsterdam', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];

it('writes what the date formatter writes, at any time in any zone', () => {
  const letter = fc.constantFrom('d', 'm', 'Y', 'H', 'i', 's');
  const separator = fc.constantFrom('', '-', '/', '.', ': ', ' ');
  const pattern = fc
    .tuple(letter, fc.array(fc.tuple(separator, letter)))
    .map(([first, rest]) => first + rest.flat().join(''));
  const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true });

  fc.assert(
    fc.property(pattern, fc.constantFrom(...zones), fc.array(time), (letters, zone, dates) => {
      const add = instantField(formatOf(letters, zone));
      const formatter = createDateFormatter(letters, zone);
      const file = new TextBuffer(1);

      for (const date of [...dates, ...dates]) {
        expect(add(date.getTime(), file)).toBe(true);
        expect(file.take().toString()).toBe(formatter.formatInstant(date));
      }
    }),
  );
});

it.each([
  ['years of more than four digits', 'Y-m-d', Date.UTC(10_000, 0, 1)],
  ['years before Christ', 'Y-m-d', Date.UTC(-1, 0, 1)],
  ['names', 'D d M Y', 0],
  ['patterns that end with a blank', 'H:i ', 0],
  ['separators that need quotes', 'd,m', 0],
  ['no pattern', '', 0],
])('leaves %s to the date formatter', (_which, pattern, time) => {
  const file = new TextBuffer(1);

  expect(instantField(formatOf(pattern, 'UTC'))(time, file)).toBe(false);
  expect(file.length).toBe(0);
});
