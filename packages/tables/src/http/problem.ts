import type { Problem } from '@rowhouse/table-protocol';
import { errorTable, TableError } from '../errors.ts';
import type { TableHttpResponse } from './TableRoute.ts';

/** Seconds after which a client may try again when the database is away. */
const retryAfter = 5;

/**
 * The response to an error that is the client's, or passing, as `application/problem+json`. Null for any other: a
 * template or query at fault is the application's bug, which its own handler logs, and whose text is not for clients.
 */
export function problemOf(error: unknown, instance: string): TableHttpResponse | null {
  if (error instanceof TableError) {
    if (error.status === 500) return null;

    return response(
      {
        type: error.code,
        title: errorTable[error.code].title,
        status: error.status,
        detail: error.message,
        instance,
        message: error.message,
        ...(error.fields && { errors: error.fields }),
      },
      error.status === 503 ? { 'retry-after': String(retryAfter) } : {},
    );
  }
  if (!isOfClient(error)) return null;

  return response({
    type: error.statusCode === 400 ? 'tables.malformed_request' : 'about:blank',
    title: 'The request cannot be read',
    status: error.statusCode,
    detail: error.message,
    instance,
    message: error.message,
  });
}

function isOfClient(error: unknown): error is Error & { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500;
}

function response(problem: Problem, headers: Readonly<Record<string, string>> = {}): TableHttpResponse {
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: problem,
  };
}
