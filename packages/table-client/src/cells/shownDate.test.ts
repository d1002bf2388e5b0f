import { createDateFormatter } from '@rowhouse/table-protocol';
import { identifiesDay } from '@rowhouse/table-protocol/internal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShownDate } from './shownDate.ts';

test.each([
  ['d-m-Y', '31-12-2026', '2026-12-31', null],
  ['j.n.Y', '1.2.2026', '2026-02-01', null],
  ['D, j M Y', 'Thu, 31 Dec 2026', '2026-12-31', null],
  ['F jS, Y', 'December 31st, 2026', '2026-12-31', null],
  ['d/m/Y H:i', '31/12/2026 23:59', '2026-12-31', '23:59:00'],
  ['Y-m-d g:i:s A', '2026-12-31 12:05:09 AM', '2026-12-31', '00:05:09'],
  ['c', '2026-12-31T23:59:58+02:00', '2026-12-31', '23:59:58'],
  ['\\Y (Y) m.d', 'Y (2026) 12.31', '2026-12-31', null],
])('reads %s as %s', (format, text, day, time) => {
  expect(readShownDate(text, format)).toEqual({ day, time });
});

test.each([
  ['m/Y', '12/2026'],
  ['j.n.y', '1.2.65'],
  ['d-m-Y d', '31-12-2026 31'],
  ['Y-m-d h:i', '2026-12-31 11:59'],
  ['d-m-Y', '2026-12-31'],
  ['', 'unknown'],
])('does not read %s as %s', (format, text) => {
  expect(readShownDate(text, format)).toBe(null);
});

test('reads the format of the server', () => {
  const instants = fc.date({ min: new Date('1970-01-02'), max: new Date('2069-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(
      instants,
      fc.constantFrom('d-m-Y H:i:s', 'D j M Y, G.i.s', 'l jS \\of F Y h:i:s A', 'c'),
      (instant, format) => {
        const [day, time] = instant.toISOString().slice(0, 19).split('T');
        expect(readShownDate(createDateFormatter(format, 'UTC').formatInstant(instant), format)).toEqual({
          day,
          time,
        });
      },
    ),
  );
});

test.each(['d-m-Y', 'j.n.y', 'm/Y', 'Y-m-d h:i', 'Y-m-d h:i a', 'c', '\\Y d.m', 'l jS F Y', 'D, d M H:i'])(
  'reads %s if, and only if, it identifies a day for the server',
  (format) => {
    const text = createDateFormatter(format, 'UTC').formatInstant(new Date('2026-12-31T13:59:58Z'));

    expect(readShownDate(text, format) !== null).toBe(identifiesDay(format));
  },
);

test.each(['0000-00-00', '2024-05-00', '2024-00-05', '2023-02-31', '0000-01-01'])(
  '%s, which no calendar has, is none',
  (text) => {
    expect(readShownDate(text, 'Y-m-d')).toBeNull();
    expect(readShownDate(`${text} 10:00:00`, 'Y-m-d H:i:s')).toBeNull();
  },
);
