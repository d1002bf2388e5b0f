import { defineErrors, type EnglishText, say, type Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';

/** An error of a table, its template, its query or a request. */
export class TableError extends defineErrors('TableError', {
  'tables.malformed_request': { status: 400, title: 'Malformed request' },
  'tables.unauthenticated': { status: 401, title: 'Not signed in' },
  'tables.forbidden': { status: 403, title: 'Not permitted' },
  'tables.not_found': { status: 404, title: 'Table not found' },
  'tables.row_not_found': { status: 404, title: 'Row not found' },
  'tables.row_gone': { status: 410, title: 'Row gone' },
  'tables.row_changed': { status: 409, title: 'Row changed' },
  'tables.rows_changed': { status: 409, title: 'Rows changed' },
  'tables.view_not_found': { status: 404, title: 'View not found' },
  'tables.view_changed': { status: 409, title: 'View changed meanwhile' },
  'tables.file_too_large': { status: 413, title: 'File too large' },
  'tables.invalid_request': { status: 422, title: 'Invalid request' },
  'tables.action_refused': { status: 422, title: 'Action refused' },
  'tables.edit_refused': { status: 422, title: 'Change refused' },
  'tables.action_unavailable': { status: 503, title: 'Action unavailable' },
  'tables.import_unavailable': { status: 503, title: 'Import unavailable' },
  'tables.files_unavailable': { status: 503, title: 'Files unavailable' },
  'tables.request_closed': { status: 499, title: 'Request closed by the client' },
  'tables.query_timeout': { status: 503, title: 'Query timed out' },
  'tables.busy': { status: 503, title: 'Database busy' },
  'tables.database_unavailable': { status: 503, title: 'Database unavailable' },
  'tables.invalid_template': { status: 500, title: 'Invalid template' },
  'tables.invalid_query': { status: 500, title: 'Invalid query' },
}) {}

/** `tables.invalid_request` for one field. */
export function invalidField(field: string, problem: EnglishText | Text): TableError {
  return new TableError('tables.invalid_request', say`${field}: ${asText(problem)}`, {
    fields: { [field]: [problem] },
  });
}

/** Every error that this package raises: code → HTTP status and title. A test compares it with docs/errors.md. */
export const tableErrors = TableError.table;

export type TableErrorCode = keyof typeof tableErrors;
