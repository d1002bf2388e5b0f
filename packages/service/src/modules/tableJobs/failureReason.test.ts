import { TableError } from '@rowhouse/tables';
import { expect, it } from 'vitest';
import { failureReason } from './failureReason.ts';

it.each(['tables.busy', 'tables.database_unavailable'] as const)(
  'retries %s up to the limit of the queue',
  (code) => {
    const { isTransient, maxFailures } = failureReason(new TableError(code, 'Try again in a moment.'));

    expect(isTransient).toBe(true);
    expect(maxFailures).toBeUndefined();
  },
);

it('retries a query that timed out once', () => {
  const error = new TableError('tables.query_timeout', 'The query took longer than 5 seconds.');

  expect(failureReason(error)).toMatchObject({ isTransient: true, maxFailures: 2 });
});

it('has a code of its own for errors that are not from the application', () => {
  const codes = [
    ...(['tables.busy', 'tables.query_timeout', 'tables.database_unavailable'] as const),
    ...(['tables.action_unavailable', 'tables.not_found', 'tables.invalid_query'] as const),
  ];
  for (const code of codes) {
    const reason = failureReason(new TableError(code, 'limits.pageSeconds'));
    expect(reason.code).not.toBe('own');
    expect(reason.parameters).toBeUndefined();
  }
  expect(failureReason(new TableError('tables.action_refused', 'The order is paid.'))).toMatchObject({
    code: 'own',
    parameters: { message: { text: 'The order is paid.' } },
  });
});

it.each([
  'tables.invalid_query',
  'tables.invalid_request',
  'tables.action_refused',
  'tables.action_unavailable',
  'tables.not_found',
] as const)('does not retry %s', (code) =>
  expect(failureReason(new TableError(code, 'No.')).isTransient).toBe(false),
);
