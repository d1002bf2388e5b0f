import { describe, expect, test } from 'vitest';
import { daysOfValue, intervalOfDays } from './dateDays.ts';

describe('days', () => {
  test('are sent as they are', () => {
    const interval = intervalOfDays({ from: '2026-07-01', to: '2026-07-31' });
    expect(interval).toEqual({ min: '2026-07-01', max: '2026-07-31' });
    expect(daysOfValue(interval, 'Asia/Tokyo')).toEqual({ from: '2026-07-01', to: '2026-07-31' });
  });

  test('of one alone, or in a list, are its own range', () => {
    expect(daysOfValue('2026-07-01', 'UTC')).toEqual({ from: '2026-07-01', to: '2026-07-01' });
    expect(daysOfValue(['2026-07-01'], 'UTC')).toEqual({ from: '2026-07-01', to: '2026-07-01' });
  });

  test.each([
    ['UTC', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
    ['Asia/Tokyo', '2026-06-30T15:00:00.000Z', '2026-07-01T14:59:59.999Z'],
    ['America/Los_Angeles', '2026-07-01T07:00:00.000Z', '2026-07-02T06:59:59.999Z'],
    ['Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01T18:14:59.999Z'],
  ])('of instants are those of %s', (zone, min, max) => {
    expect(daysOfValue({ min, max }, zone)).toEqual({ from: '2026-07-01', to: '2026-07-01' });
  });
});

describe('an open bound', () => {
  test('stays open', () => {
    expect(intervalOfDays({ from: null, to: '2026-07-31' }).min).toBeNull();
    expect(intervalOfDays({ from: '2026-07-31', to: null }).max).toBeNull();
    expect(daysOfValue({ min: null }, 'UTC')).toEqual({ from: null, to: null });
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
  ])('comes of %j, which is no day', (text) => {
    expect(intervalOfDays({ from: text, to: text })).toEqual({ min: null, max: null });
  });

  test('comes of a value that is no date', () => {
    expect(daysOfValue('soon', 'UTC')).toEqual({ from: null, to: null });
    expect(daysOfValue(7, 'UTC')).toEqual({ from: null, to: null });
    expect(daysOfValue([], 'UTC')).toEqual({ from: null, to: null });
  });
});
