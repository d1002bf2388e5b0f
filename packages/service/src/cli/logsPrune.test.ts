import { expect, it } from 'vitest';
import { pruneSummary } from './logsPrune.ts';

it.each([
  ['finished', 0, 1, 'The log has no API calls older than 1 day.'],
  ['finished', 1, 30, 'Done: 1 API call older than 30 days was deleted.'],
  ['finished', 12_000, 0, 'Done: 12,000 API calls were deleted.'],
  [
    'interrupted',
    0,
    7,
    'Interrupted: 0 API calls older than 7 days were deleted.\nRun it again to delete the remaining calls.',
  ],
] as const)('A summary of what was %s after %i calls', (state, deleted, days, text) => {
  expect(pruneSummary({ state, deleted, before: new Date(), failureWindows: 0 }, days)).toBe(text);
});
