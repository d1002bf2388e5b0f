import { describe, expect, test } from 'vitest';
import { restAfter } from './restAfter.ts';

/** 25 rows in a millisecond. */
const work = { rows: 25, spent: 1, share: 0.02 };

describe('what the log leaves to others', () => {
  test('in a busy process, until the rows are their share of the time', () => {
    expect(restAfter(work, { elapsed: 48, idle: 0, calls: 0 })).toBe(1);
    expect(restAfter(work, { elapsed: 49, idle: 0, calls: 0 })).toBe(0);
  });

  test('calls that came meanwhile count, each as three hundredths of a row', () => {
    expect(restAfter(work, { elapsed: 198, idle: 0, calls: 2_500 })).toBe(1);
    expect(restAfter(work, { elapsed: 199, idle: 0, calls: 2_500 })).toBe(0);
  });

  test('however many calls come, rows have a tenth of the share', () => {
    expect(restAfter(work, { elapsed: 498, idle: 0, calls: 1_000_000 })).toBe(1);
    expect(restAfter(work, { elapsed: 499, idle: 0, calls: 1_000_000 })).toBe(0);
  });

  test('a process that is idle for most of its time gives a fifth of what is over', () => {
    expect(restAfter(work, { elapsed: 7, idle: 7, calls: 0 })).toBe(1);
    expect(restAfter(work, { elapsed: 8, idle: 8, calls: 1_000_000 })).toBe(0);
    expect(restAfter(work, { elapsed: 20, idle: 10, calls: 0 })).toBeGreaterThan(0);
  });

  test('a share of the whole time leaves nothing', () => {
    expect(restAfter({ ...work, share: 1 }, { elapsed: 0, idle: 0, calls: 0 })).toBe(0);
  });
});
