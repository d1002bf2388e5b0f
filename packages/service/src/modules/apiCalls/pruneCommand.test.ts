import { expect, it } from 'vitest';
import { pruneSummary } from './pruneCommand.ts';

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
] as const)('summarises what was %s after %i calls', (state, deleted, days, text) => {
  expect(pruneSummary({ state, deleted, before: new Date(), dropped: [], failureWindows: 0 }, days)).toBe(
    text,
  );
});

it('names the months that were dropped', () => {
  const part = { name: 'api_logs_2026_12', from: null, to: new Date(), estimatedRows: null };
  const pruned = { state: 'finished', before: new Date(), dropped: [part], failureWindows: 0 } as const;
  expect(pruneSummary({ ...pruned, deleted: 0 }, 1)).toBe(
    'api_logs_2026_12 was dropped.\nThe log has no further API calls older than 1 day.',
  );
  expect(pruneSummary({ ...pruned, deleted: 2 }, 1)).toBe(
    'api_logs_2026_12 was dropped.\nDone: 2 API calls older than 1 day were deleted.',
  );
});
