import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextBuffer } from '../textBuffer.ts';
import { addSerialNumber } from './cellForms.ts';

function serialNumber(local: number): string {
  const file = new TextBuffer(1);
  addSerialNumber(local, file);

  return file.take().toString();
}

it.each([
  ['1900-03-01T00:00:00Z', '61'],
  ['1970-01-01T00:00:00Z', '25569'],
  ['2026-07-01T12:00:00Z', '46204.500000000000'],
  ['2026-07-01T00:00:00.001Z', '46204'],
  ['2026-07-01T23:59:59.999Z', '46204.999988425926'],
  ['1969-12-31T18:00:00Z', '25568.750000000000'],
  ['9999-12-31T00:00:00Z', '2958465'],
])('converts %s to %s', (iso, serial) => {
  expect(serialNumber(Date.parse(iso))).toBe(serial);
});

it('returns the second of every millisecond, for programs that round to seconds', () => {
  const local = fc.integer({ min: Date.UTC(1900, 2, 1), max: Date.UTC(10_000, 0, 1) - 1 });

  fc.assert(
    fc.property(local, (time) => {
      const seconds = (Number(serialNumber(time)) - 25_569) * 86_400;

      expect(Math.round(seconds)).toBe(Math.floor(time / 1000));
      expect(Math.floor(seconds + 0.01)).toBe(Math.floor(time / 1000));
    }),
  );
});
