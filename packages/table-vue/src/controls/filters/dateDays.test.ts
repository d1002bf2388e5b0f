import { describe, expect, test } from 'vitest';
import { dayFault, dayOf } from './dateDays.ts';

describe('a day', () => {
  test('is shown as it is, as are relative dates', () => {
    expect(dayOf('2026-07-01', { timeZone: 'Asia/Tokyo' })).toBe('2026-07-01');
    expect(dayOf('last 7 days', { timeZone: 'UTC' })).toBe('last 7 days');
    expect(dayOf('2026-99-99T00:00:00Z', { timeZone: 'UTC' })).toBe('2026-99-99T00:00:00Z');
  });

  test.each([
    ['UTC', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
    ['Asia/Tokyo', '2026-06-30T15:00:00.000Z', '2026-07-01T14:59:59.999Z'],
    ['America/Los_Angeles', '2026-07-01T07:00:00.000Z', '2026-07-02T06:59:59.999Z'],
    ['Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01T18:14:59.999Z'],
  ])('of an instant is that of %s', (timeZone, first, last) => {
    expect([first, last].map((instant) => dayOf(instant, { timeZone }))).toEqual([
      '2026-07-01',
      '2026-07-01',
    ]);
  });

  test.each([
    '',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    'today',
  ])('is not %j', (text) => {
    expect(dayFault(text)).toBe('Choose a day of the years 1 to 9999.');
  });

  test('is any of the years 1 to 9999', () => {
    expect(['0001-01-01', '2028-02-29', '9999-12-31'].map(dayFault)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
