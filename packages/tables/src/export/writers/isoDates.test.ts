import fc from 'fast-check';
import { types } from 'pg';
import { expect, it } from 'vitest';
import { isoDateReader } from './isoDates.ts';

const driver = types.getTypeParser(1184) as (text: string) => unknown;
const two = (max: number, min = 0) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
const day = fc.tuple(
  fc.integer({ min: 0, max: 12_000 }).map((year) => String(year).padStart(4, '0')),
  two(12, 1),
  two(28, 1),
);
const clock = fc.tuple(two(23), two(59), two(59));
const fraction = fc.option(
  fc
    .integer({ min: 1, max: 999_999 })
    .map((number) => `.${String(number).padStart(6, '0').replace(/0+$/, '')}`),
);
const zone = fc.constantFrom('', '+00', '-03', '+05:30', '-03:30', '+00:19:32', ' BC', 'Z');

it('reads dates as the driver does, or not at all', () => {
  const read = isoDateReader(driver);

  fc.assert(
    fc.property(day, fc.option(clock), fraction, zone, (date, time, rest, suffix) => {
      const text = time ? `${date.join('-')} ${time.join(':')}${rest ?? ''}${suffix}` : date.join('-');
      const bytes = Buffer.from(`9${text}9`);
      const found = read?.(bytes, 1, bytes.length - 1);

      if (found !== undefined && !Number.isNaN(found)) expect(new Date(found)).toEqual(driver(text));
      if (/^[1-9]\d{3}-/.test(text) && /^(|[+-]\d\d)$/.test(time ? suffix : '')) expect(found).not.toBeNaN();
    }),
    { numRuns: 3000 },
  );
});

it.each(['infinity', '2026-13', '', 'a'.repeat(30), '2026-01-01T00:00:00', '2026-01-01 00:00:0x'])(
  'leaves %j to others',
  (text) => {
    expect(isoDateReader(driver)?.(Buffer.from(text), 0, text.length)).toBeNaN();
  },
);

it.each([(text: string) => text, () => new Date(0), (text: string) => new Date(`${text}Z`)])(
  'is not used where the application reads dates in a way of its own',
  (parser) => {
    expect(isoDateReader(parser)).toBeNull();
  },
);
