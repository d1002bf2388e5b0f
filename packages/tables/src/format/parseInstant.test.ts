import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from './parseInstant.ts';

/** Both hemispheres, both sides of Greenwich, half hours, days left out, and summer time as the standard. */
const zones = [
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Cairo',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
] as const;
const minute = 60_000;
const day = 86_400_000;

/** What Intl's clock shows, to the second, as if it were UTC. */
const clocks = new Map(
  zones.map((timeZone) => [
    timeZone as string,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
const shown = (zone: string, instant: number) =>
  Date.parse(`${clocks.get(zone)?.format(instant).replace(' ', 'T')}Z`);
const offset = (zone: string, instant: number) => shown(zone, instant) - instant;

/** Every change of a zone's clocks from 1975 to 2037: the first instant after it. */
function transitions(zone: string): number[] {
  const found: number[] = [];
  for (let start = Date.UTC(1975, 0, 1); start < Date.UTC(2038, 0, 1); start += day) {
    let [low, high] = [start, start + day];
    if (offset(zone, low) === offset(zone, high)) continue;
    const after = offset(zone, high);
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (offset(zone, middle) === after) high = middle;
      else low = middle;
    }
    found.push(high);
  }
  return found;
}

const changes = zones.flatMap((zone) => transitions(zone).map((at) => ({ zone, at })));

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

  it.each([
    ['2026-03-29 03:30:00', 'Europe/Bucharest', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    // A day left out.
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('reads the skipped time %s in %s as the same duration later', (text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it.each([
    ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-04-05 01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('reads the ambiguous time %s in %s as the first', (text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it('reads every time around every change of the clocks of ten zones', () => {
    expect(changes.length).toBeGreaterThan(800);
    for (const { zone, at } of changes) {
      const [before, after] = [offset(zone, at - 1000), offset(zone, at)];
      const jump = Math.abs(after - before);
      // Within the hours before, in and after what is skipped or comes twice.
      const clock = fc.integer({ min: -3 * 60, max: 3 * 60 + jump / minute }).map((minutes) => {
        return at + Math.min(before, after) + minutes * minute;
      });
      fc.assert(
        fc.property(clock, (wall) => {
          const instants = [wall - before, wall - after].filter((instant) => shown(zone, instant) === wall);
          const expected = instants.length > 0 ? Math.min(...instants) : wall - before;
          const text = new Date(wall).toISOString().slice(0, 19);
          expect(`${zone} ${text} ${parseInstant(text, zone).toISOString()}`).toBe(
            `${zone} ${text} ${new Date(expected).toISOString()}`,
          );
        }),
        {
          numRuns: 20,
          examples: [[at + before], [at + before - minute], [at + after - minute], [at + after]],
        },
      );
    }
  });

  it('returns an invalid Date for other text', () => {
    expect(parseInstant('yesterday', 'UTC').getTime()).toBeNaN();
  });
});
