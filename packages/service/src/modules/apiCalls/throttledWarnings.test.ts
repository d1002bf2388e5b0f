import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttledWarnings } from './openApiCalls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes the first warning immediately, and the following ones soon as one with their sum', () => {
  const lines: string[] = [];
  const warnings = throttledWarnings((text) => void lines.push(text), 1_000);
  warnings.warn((sum) => `${sum} lost`, 5);
  expect(lines).toEqual(['5 lost']);
  warnings.warn((sum) => `${sum} lost`, 2);
  warnings.warn((sum) => `${sum} lost`, 3);
  expect(lines).toEqual(['5 lost']);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual(['5 lost', '5 lost']);

  // After an interval without warnings, the next one is written immediately again.
  vi.advanceTimersByTime(2_000);
  warnings.warn((sum) => `${sum} lost again`);
  expect(lines.at(-1)).toBe('1 lost again');
});

it('writes pending warnings at the end', () => {
  const lines: string[] = [];
  const warnings = throttledWarnings((text) => void lines.push(text), 1_000);
  warnings.warn(() => 'first');
  warnings.warn((sum) => `${sum} more`);
  warnings.close();
  expect(lines).toEqual(['first', '1 more']);
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(2);
});
