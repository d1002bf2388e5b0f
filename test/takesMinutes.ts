import { vi } from 'vitest';
import { minutes } from './patience.ts';

/** Time limit of each test and hook of the file that calls it, before its tests. Say there why they take longer than others. */
export function takesMinutes(count: number): void {
  vi.setConfig({ testTimeout: minutes(count), hookTimeout: minutes(count) });
}
