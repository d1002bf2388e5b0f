import { problemResponses } from '@rowhouse/problems';
import { editPayload, editResponse, requestSchema, responseSchema } from '@rowhouse/table-protocol/internal';
import { problems } from './schemas.ts';

/** OpenAPI description of the route that changes a cell. It does not validate, like the other descriptions. */
export const editSchema = {
  summary: 'Changes one cell',
  description:
    'Writes the value if the row is one of the user’s rows of the table, and the cell or the version is still the ' +
    'expected one. A cell that has the value already is left alone, so the request may be repeated.',
  body: requestSchema(editPayload, {
    row: 'The identifier of the row.',
    column: 'Name of a column whose `meta.editable` is true.',
    value:
      'A boolean, a key, a plain decimal, YYYY-MM-DD, an ISO 8601 time (in the user’s time zone if it names none), ' +
      'a text, also for JSON, or a list of texts; null for no value.',
    expected: 'The cell as the client shows it. If it is different now, the response is 409.',
    expectedExact:
      'The exact value of the cell, from `_exact` of the row; null if there was none. If it is different now, the ' +
      'response is 409.',
    version: 'The version of the row, for tables that have one. If it is different now, the response is 409.',
    requestId: 'The same when the change is repeated.',
    params: 'Free values for the query of the table.',
  }),
  response: {
    200: {
      description: 'The row after the change; null if it is no longer one of the rows of the table.',
      ...responseSchema(editResponse(), { row: true }),
    },
    ...problems,
    ...problemResponses({
      404: 'The row is not one of the user’s rows of the table.',
      409: 'The row has changed meanwhile; `current` is the row as it is now.',
    }),
  },
} as const;
