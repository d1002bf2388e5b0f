import type { HourOfCalls } from '../api/types.ts';

/** Of the drawing, in its own units. */
export const width = 960;
export const height = 150;

const gap = 0.25;

export interface Bar {
  readonly hour: HourOfCalls;
  /** Where the hour's column begins, and how wide it is, with the gap beside the bar. */
  readonly left: number;
  readonly column: number;
  readonly x: number;
  readonly width: number;
  /** The whole bar, and the part of it that failed, which stands at its foot. */
  readonly height: number;
  readonly failed: number;
}

export interface Chart {
  readonly bars: readonly Bar[];
  /** Points of the line, a list for each stretch of hours that had calls. */
  readonly lines: readonly string[];
  /** Middles of hours whose neighbours had no calls, where there is no line. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** What the upper edge stands for; at least 1. */
  readonly mostCalls: number;
  readonly longest: number;
}

/** Places the hours; calls and durations each fill the height. */
export function chartOf(hours: readonly HourOfCalls[]): Chart {
  const mostCalls = Math.max(1, ...hours.map(({ calls }) => calls));
  const longest = Math.max(1, ...hours.map(({ p95 }) => p95));
  const column = width / Math.max(1, hours.length);
  const heightOf = (share: number) => (share === 0 ? 0 : Math.max(1, share * height));
  const bars = hours.map((hour, index) => ({
    hour,
    left: index * column,
    column,
    x: (index + gap / 2) * column,
    width: column * (1 - gap),
    height: heightOf(hour.calls / mostCalls),
    failed: heightOf(hour.failures / mostCalls),
  }));
  const stretches: { x: number; y: number }[][] = [[]];

  for (const { hour, left } of bars) {
    if (hour.calls === 0) stretches.push([]);
    else stretches.at(-1)?.push({ x: left + column / 2, y: height - (hour.p95 / longest) * height });
  }

  return {
    bars,
    lines: stretches
      .filter(({ length }) => length > 1)
      .map((points) => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')),
    dots: stretches.flatMap((points) => (points.length === 1 ? points : [])),
    mostCalls,
    longest,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
