import type { HourOfCalls } from '../../../src/modules/apiCalls/messages.ts';
import { type Tick, ticksUpTo } from './chartScale.ts';

/** Size of the drawing, in units of its viewBox. */
export const width = 960;
export const height = 150;

const gap = 0.25;

export interface Bar {
  readonly hour: HourOfCalls;
  /** Start and width of the hour's column, which includes the gap between bars. */
  readonly left: number;
  readonly column: number;
  readonly x: number;
  readonly width: number;
  /** Height of the bar, and of the failed calls at its bottom. */
  readonly height: number;
  readonly failed: number;
}

export interface Chart {
  readonly bars: readonly Bar[];
  /** Points of the line, a list for each run of hours with calls. */
  readonly lines: readonly string[];
  /** Single hours with calls, for which there is no line. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** The axes: number of calls, and milliseconds. Each ends at the top edge. */
  readonly calls: readonly Tick[];
  readonly durations: readonly Tick[];
}

/** Computes the chart; calls and durations have separate axes. */
export function chartOf(hours: readonly HourOfCalls[]): Chart {
  const calls = ticksUpTo(Math.max(0, ...hours.map((hour) => hour.calls)));
  const durations = ticksUpTo(Math.max(0, ...hours.map(({ p95 }) => p95)));
  const mostCalls = calls.at(-1)?.value ?? 1;
  const longest = durations.at(-1)?.value ?? 1;
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
  const runs: { x: number; y: number }[][] = [[]];

  for (const { hour, left } of bars) {
    if (hour.calls === 0) runs.push([]);
    else runs.at(-1)?.push({ x: left + column / 2, y: height - (hour.p95 / longest) * height });
  }

  return {
    bars,
    lines: runs
      .filter(({ length }) => length > 1)
      .map((points) => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')),
    dots: runs.flatMap((points) => (points.length === 1 ? points : [])),
    calls,
    durations,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
