import { expect, it } from 'vitest';
import { countProgress } from './countProgress.ts';

it('What is told again when all is done is shown once', () => {
  const lines: string[] = [];
  const show = countProgress({ isTTY: false, write: (text: string) => lines.push(text) > 0 }, 'calls');
  for (const done of [0, 0, 5_000, 9_000, 9_000, 9_000]) show({ total: 9_000, done });
  expect(lines).toEqual(['  calls: 5,000 of 9,000\n', '  calls: 9,000 of 9,000\n']);
});
