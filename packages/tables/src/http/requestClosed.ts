import { TableError } from '../errors.ts';

/** Why work for a request ends whose client waits no more. */
export function requestClosed(): TableError {
  return new TableError('tables.request_closed', 'The client closed the request before its response.');
}
