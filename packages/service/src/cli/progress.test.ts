import { expect, it } from 'vitest';
import { countProgress } from './progress.ts';

it('prints the final progress once', () => {
  const lines: string[] = [];
  const show = countProgress({ isTTY: false, write: (text: string) => lines.push(text) > 0 }, 'calls');
  for (const done of [0, 0, 5_000, 9_000, 9_000, 9_000]) show({ total: 9_000, done });
  expect(lines).toEqual(['  calls: 5,000 of 9,000\n', '  calls: 9,000 of 9,000\n']);
});

function shown(isTTY: boolean, total: number): string[] {
  const lines: string[] = [];
  const write = (text: string) => lines.push(text) > 0;
  const show = countProgress({ isTTY, write }, 'avatars');
  for (let done = 0; done <= total; done++) show({ total, done, failed: 0 });
  return lines;
}

it('updates one line with a bar at most a thousand times in a terminal', () => {
  const lines = shown(true, 100_000);
  expect(lines.length).toBeLessThanOrEqual(1001);
  expect(lines.every((line) => line.startsWith('\r\x1b[2K'))).toBe(true);
  expect(lines.find((line) => line.includes('50,000 of'))).toBe(
    `\r\x1b[2K  ${'█'.repeat(15)}${'░'.repeat(15)}  avatars: 50,000 of 100,000`,
  );
  expect(lines.at(-1)).toBe(`\r\x1b[2K  ${'█'.repeat(30)}  avatars: 100,000 of 100,000\n`);
});

it('prints a line for each tenth without a terminal', () => {
  expect(shown(false, 50)).toEqual(Array.from({ length: 10 }, (_, n) => `  avatars: ${(n + 1) * 5} of 50\n`));
});

it('counts failures separately', () => {
  const lines: string[] = [];
  const show = countProgress({ isTTY: false, write: (text: string) => lines.push(text) > 0 }, 'avatars');
  show({ total: 2, done: 2, failed: 1 });
  expect(lines).toEqual(['  avatars: 2 of 2 (1 failed)\n']);
});
