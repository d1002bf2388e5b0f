import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDateFormatter } from './formatDate.ts';

function format(pattern: string, instant: string, zone = 'UTC'): string {
  return createDateFormatter(pattern, zone).formatInstant(new Date(instant));
}

describe('writes each letter as PHP does', () => {
  test.each([
    ['d D j l N S w z', '02 Fri 2 Friday 5 nd 5 1'],
    ['W o', '01 2026'],
    ['F m M n t', 'January 01 Jan 1 31'],
    ['L Y y X x', '0 2026 26 +2026 2026'],
    ['a A B g G h H i s u v', 'pm PM 627 2 14 02 14 04 05 678000 678'],
    ['e I O P p T Z', 'UTC 0 +0000 +00:00 Z UTC 0'],
    ['c', '2026-01-02T14:04:05+00:00'],
    ['r', 'Fri, 02 Jan 2026 14:04:05 +0000'],
    ['U', '1767362645'],
  ])('%s', (pattern, text) => {
    expect(format(pattern, '2026-01-02T14:04:05.678Z')).toBe(text);
  });
});

test('keeps escaped and unknown characters', () => {
  expect(format('\\Y\\\\Y', '2026-01-02T00:00:00Z')).toBe('Y\\2026');
  expect(format('j \\d\\e F – k😀\\😀', '2026-01-02T00:00:00Z')).toBe('2 de January – k😀😀');
  expect(format('Y\\', '2026-01-02T00:00:00Z')).toBe('2026\\');
  expect(format('', '2026-01-02T00:00:00Z')).toBe('');
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
])('appends the English suffix to day %i', (day, text) => {
  expect(createDateFormatter('jS', 'UTC').formatCalendarDate(2026, 1, day)).toBe(text);
});

test.each([
  ['00', '12 am 0 00'],
  ['11', '11 am 11 11'],
  ['12', '12 pm 12 12'],
  ['23', '11 pm 23 23'],
])('formats hour %s on both clocks', (hour, text) => {
  expect(format('g a G H', `2026-01-02T${hour}:30:00Z`)).toBe(text);
});

describe('follows the clocks of a zone', () => {
  test.each([
    ['Europe/Bucharest', '2026-03-29T00:59:59Z', '2026-03-29 02:59:59 +02:00 EET 0 7200'],
    ['Europe/Bucharest', '2026-03-29T01:00:00Z', '2026-03-29 04:00:00 +03:00 EEST 1 10800'],
    ['Europe/Bucharest', '2026-10-25T00:30:00Z', '2026-10-25 03:30:00 +03:00 EEST 1 10800'],
    ['Europe/Bucharest', '2026-10-25T01:30:00Z', '2026-10-25 03:30:00 +02:00 EET 0 7200'],
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59 -05:00 EST 0 -18000'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00 -04:00 EDT 1 -14400'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01 01:00:00 -05:00 EST 0 -18000'],
    ['Europe/London', '2026-07-01T12:00:00Z', '2026-07-01 13:00:00 +01:00 BST 1 3600'],
    ['Asia/Kolkata', '2026-07-01T12:00:00Z', '2026-07-01 17:30:00 +05:30 IST 0 19800'],
    ['America/Sao_Paulo', '2026-07-01T12:00:00Z', '2026-07-01 09:00:00 -03:00 -03 0 -10800'],
    ['Asia/Kathmandu', '2026-07-01T12:00:00Z', '2026-07-01 17:45:00 +05:45 +0545 0 20700'],
    ['Australia/Sydney', '2026-01-01T00:00:00Z', '2026-01-01 11:00:00 +11:00 AEDT 1 39600'],
  ])('formats %s at %s', (zone, instant, text) => {
    expect(format('Y-m-d H:i:s P T I Z', instant, zone)).toBe(text);
  });

  test('shows Z only for UTC itself', () => {
    expect(format('p', '2026-01-01T00:00:00Z', 'Europe/London')).toBe('+00:00');
    expect(format('p e', '2026-01-01T00:00:00Z', 'Europe/Bucharest')).toBe('+02:00 Europe/Bucharest');
  });
});

test.each([
  ['2005-01-01', '53 2004'],
  ['2007-12-31', '01 2008'],
  ['2024-12-30', '01 2025'],
  ['2026-12-31', '53 2026'],
  ['2027-01-03', '53 2026'],
])('returns the ISO week and year of %s: %s', (day, text) => {
  expect(format('W o', `${day}T00:00:00Z`)).toBe(text);
});

test('writes the first and the last year', () => {
  expect(format('d-m-Y y o c', '0001-01-01T00:00:00Z')).toBe('01-01-0001 01 1 0001-01-01T00:00:00+00:00');
  expect(format('d-m-Y H:i:s z L', '9999-12-31T23:59:59Z')).toBe('31-12-9999 23:59:59 364 0');
  expect(format('Y x', '+010000-01-01T00:00:00Z')).toBe('10000 +10000');
});

test('writes instants before 1970', () => {
  expect(format('Y-m-d H:i:s.v U B', '1969-12-31T23:59:59.250Z')).toBe('1969-12-31 23:59:59.250 -1 041');
});

test('writes nothing for an invalid Date', () => {
  expect(createDateFormatter('d-m-Y', 'UTC').formatInstant(new Date(Number.NaN))).toBe('');
});

test('formats a calendar date the same in every zone, with midnight as its time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (zone) => {
      expect(createDateFormatter('D d-m-Y H:i:s', zone).formatCalendarDate(2026, 3, 29)).toBe(
        'Sun 29-03-2026 00:00:00',
      );
    }),
    { numRuns: 50 },
  );
  expect(createDateFormatter('c', 'Europe/Bucharest').formatCalendarDate(2026, 7, 1)).toBe(
    '2026-07-01T00:00:00+03:00',
  );
  expect(createDateFormatter('\\T Y', 'UTC').formatCalendarDate(1, 2, 3)).toBe('T 0001');
});

test('agrees with ISO text at any instant', () => {
  const { formatInstant } = createDateFormatter('Y-m-d\\TH:i:s.v\\Z', 'UTC');
  const instants = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(formatInstant(instant)).toBe(instant.toISOString());
    }),
  );
});

test('refuses an unknown zone when it is made, not when it is used', () => {
  expect(() => createDateFormatter('d-m-Y', 'Mars/Olympus')).toThrow(RangeError);
});
