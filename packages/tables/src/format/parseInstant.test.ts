import { describe, expect, it } from 'vitest';
import { parseInstant } from './parseInstant.ts';

describe('parseInstant', () => {
  it.each([
    ['2026-07-01 12:00:00', 'Europe/Bucharest', '2026-07-01T09:00:00.000Z'],
    ['2026-01-01T12:00', 'Europe/Bucharest', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T12:00:00Z', 'Europe/Bucharest', '2026-01-01T12:00:00.000Z'],
    ['2026-01-01 12:00:00.250+02', 'UTC', '2026-01-01T10:00:00.250Z'],
    ['2026-01-01 12:00:00-0530', 'UTC', '2026-01-01T17:30:00.000Z'],
    ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z'],
  ])('reads %s in %s', (text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it('takes a skipped time for the one as much later', () => {
    expect(parseInstant('2026-03-29 03:30:00', 'Europe/Bucharest').toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
  });

  it('gives an invalid Date for other text', () => {
    expect(parseInstant('yesterday', 'UTC').getTime()).toBeNaN();
  });
});
