import { TableError } from '@rowhouse/tables';
import { expect, it } from 'vitest';
import { failureReason } from './failureReason.ts';

it.each(['tables.busy', 'tables.database_unavailable'] as const)(
  '%s is retried up to the limit of the queue',
  (code) => {
    const { isTransient, maxFailures } = failureReason(new TableError(code, 'Try again in a moment.'));

    expect(isTransient).toBe(true);
    expect(maxFailures).toBeUndefined();
  },
);

it('a query that took too long is retried once', () => {
  const error = new TableError('tables.query_timeout', 'The query took too long.');

  expect(failureReason(error)).toMatchObject({
    isTransient: true,
    maxFailures: 2,
    parameters: { fault: 'The query took too long.' },
  });
});

it.each([
  'tables.invalid_query',
  'tables.invalid_request',
  'tables.action_refused',
  'tables.action_unavailable',
  'tables.not_found',
] as const)('%s is not retried', (code) =>
  expect(failureReason(new TableError(code, 'No.')).isTransient).toBe(false),
);
