import { expect, it } from 'vitest';
import { pruneSummary } from './logsPrune.ts';

it.each([
  ['finished', 0, 1, 'There are no API calls of more than 1 day ago in the log.'],
  ['finished', 1, 30, 'Done: 1 API call of more than 30 days ago was deleted.'],
  ['finished', 12_000, 0, 'Done: 12,000 API calls were deleted.'],
  [
    'interrupted',
    0,
    7,
    'Interrupted: 0 API calls of more than 7 days ago were deleted.\nRun it again for the others.',
  ],
] as const)('A summary of what was %s after %i calls', (state, deleted, days, text) => {
  expect(pruneSummary({ state, deleted, before: new Date(), failureWindows: 0 }, days)).toBe(text);
});
