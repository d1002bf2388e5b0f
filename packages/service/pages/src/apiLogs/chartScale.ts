import type { HourOfCalls } from '../../../src/modules/apiCalls/messages.ts';

/** A label of an axis, and its distance from the start of the axis as a share of its length. */
export interface Tick {
  readonly value: number;
  readonly share: number;
}

/**
 * Ticks from 0 to at least `most`, about four of them, a power of ten times 1, 2 or 5 apart. At least 1 apart, because
 * calls are whole and durations are not measured more finely on an axis.
 */
export function ticksUpTo(most: number): readonly Tick[] {
  const target = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(target));
  const step = Math.max(1, power * ([1, 2, 5].find((factor) => factor * power >= target) ?? 10));
  const steps = Math.max(1, Math.ceil(most / step));

  return Array.from({ length: steps + 1 }, (_, index) => ({ value: index * step, share: index / steps }));
}

export interface HourTick {
  /** Index of the hour. */
  readonly index: number;
  readonly share: number;
  readonly time: string;
  /** Only at the first tick, and at the first of a day. */
  readonly day: string | null;
  /** True for the ticks that narrow screens have room for. */
  readonly isMajor: boolean;
}

/** Ticks at the full hours that are divisible by three, and by six where there is little room; as in `timeZone`. */
export function hourTicks(
  hours: readonly Pick<HourOfCalls, 'hour'>[],
  { language, timeZone }: { readonly language: string; readonly timeZone: string },
): readonly HourTick[] {
  const clock = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  const timeFormat = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone });
  /** A week has a tick every 24 hours. */
  const spacing = hours.length > 48 ? 24 : 3;
  let last = '';

  return hours.flatMap(({ hour }, index) => {
    const moment = new Date(hour);
    const ofDay = Number(clock.format(moment));
    if (ofDay % spacing !== 0) return [];
    const day = dayFormat.format(moment);
    const isNew = day !== last;
    last = day;

    return [
      {
        index,
        share: (index + 0.5) / hours.length,
        time: timeFormat.format(moment),
        day: isNew ? day : null,
        isMajor: spacing === 24 || ofDay % 6 === 0,
      },
    ];
  });
}
