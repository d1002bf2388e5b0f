import { TableError } from '@rowhouse/tables';
import { expect, it } from 'vitest';
import { failureReason } from './failureReason.ts';

it.each(['tables.busy', 'tables.database_unavailable'] as const)(
  '%s is tried again as often as the queue says',
  (code) => {
    const { isPassing, mostFailures } = failureReason(new TableError(code, 'Try again in a moment.'));

    expect(isPassing).toBe(true);
    expect(mostFailures).toBeUndefined();
  },
);

it('a query that took too long is tried once more', () => {
  const error = new TableError('tables.query_timeout', 'The query took too long.');

  expect(failureReason(error)).toMatchObject({
    isPassing: true,
    mostFailures: 2,
    parameters: { fault: 'The query took too long.' },
  });
});

it.each([
  'tables.invalid_query',
  'tables.invalid_request',
  'tables.action_refused',
  'tables.action_unavailable',
  'tables.not_found',
] as const)('%s is not tried again', (code) =>
  expect(failureReason(new TableError(code, 'No.')).isPassing).toBe(false),
);
