import { describe, expect, it } from 'vitest';
import { hourTicks, ticksUpTo } from './chartScale.ts';

describe('The ticks of an axis', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [25, [0, 10, 20, 30]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [30_001, [0, 10_000, 20_000, 30_000, 40_000]],
  ])('returns round numbers up to %d', (most, expected) => {
    expect(ticksUpTo(most).map(({ value }) => value)).toEqual(expected);
  });

  it('divide the axis evenly', () => {
    expect(ticksUpTo(25).map(({ share }) => share)).toEqual([0, 1 / 3, 2 / 3, 1]);
  });
});

describe('The ticks of the hours', () => {
  const from = Date.UTC(2026, 10, 22, 15);
  const hours = (length: number) =>
    Array.from({ length }, (_, index) => ({ hour: new Date(from + index * 3_600_000).toISOString() }));

  it('are every three hours of the time zone, with the day where it changes', () => {
    const ticks = hourTicks(hours(24), { language: 'en-GB', timeZone: 'UTC' });
    expect(ticks.map(({ time, day }) => (day ? `${time} ${day}` : time))).toEqual([
      '15:00 22 Nov',
      '18:00',
      '21:00',
      '00:00 23 Nov',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
    ]);
    expect(ticks.filter(({ isMajor }) => isMajor).map(({ time }) => time)).toEqual([
      '18:00',
      '00:00',
      '06:00',
      '12:00',
    ]);
    expect(ticks[0]).toMatchObject({ index: 0, share: 0.5 / 24 });
    expect(hourTicks(hours(24), { language: 'en-GB', timeZone: 'Asia/Kolkata' })[0]?.time).toBe('21:30');
  });

  it('are one a day for a week', () => {
    const ticks = hourTicks(hours(168), { language: 'en-GB', timeZone: 'UTC' });
    expect(ticks).toHaveLength(7);
    expect(ticks.every(({ time, day }) => time === '00:00' && day !== null)).toBe(true);
  });
});
