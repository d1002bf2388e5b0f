import { expect, it } from 'vitest';
import { chartOf, height, width } from './chartGeometry.ts';

const hour = (calls: number, failures: number, p95: number) => ({ hour: '', calls, failures, p95 });

it('scales calls and durations to the ends of their axes', () => {
  const { bars, lines, calls, durations } = chartOf([hour(12, 6, 20), hour(6, 0, 40)]);
  expect(bars.map((bar) => [bar.height, bar.failed])).toEqual([
    [height * 0.8, height * 0.4],
    [height * 0.4, 0],
  ]);
  expect(lines).toEqual([`${width / 4},${height / 2} ${(3 * width) / 4},0`]);
  expect([calls.at(-1)?.value, durations.at(-1)?.value]).toEqual([15, 40]);
});

it('interrupts the line where nothing was called, and keeps single hours as dots', () => {
  const { bars, lines, dots } = chartOf([hour(1, 1, 8), hour(0, 0, 0), hour(1, 0, 8), hour(1, 0, 4)]);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.split(' ')).toHaveLength(2);
  expect(dots).toEqual([{ x: width / 8, y: 0 }]);
  expect(bars[1]).toMatchObject({ height: 0, failed: 0 });
});

it('shows a failure among very many calls', () => {
  expect(chartOf([hour(1_000_000, 1, 1)]).bars[0]?.failed).toBe(1);
});

it('can be drawn without calls, and without hours', () => {
  expect(chartOf([hour(0, 0, 0)])).toMatchObject({ lines: [], dots: [] });
  expect(chartOf([]).bars).toEqual([]);
});
