import { problemResponses } from '@rowhouse/problems';
import {
  actionResponse,
  cellsPayload,
  cellsResponse,
  deletePayload,
  deleteResponse,
  recordDeletion,
  recordForm,
  recordResponse,
  requestSchema,
  responseSchema,
  storePayload,
  undoPayload,
  undoResponse,
  updatePayload,
} from '@rowhouse/table-protocol/internal';
import type { TableRoute } from '../http/TableRoute.ts';
import { problems } from './schemas.ts';

const values =
  'Field → value. What the user cannot write is refused with 422, like a field that does not exist.';
const change = {
  requestId: 'The same when the change is repeated: then nothing is written again.',
  params: 'Free values for the query of the table.',
};
const row = { row: 'The row as the data route returns it; null if it is not one of the rows of the table.' };
const notFound = problemResponses({ 404: 'The row is not one of the user’s rows of the table.' });
const changed = problemResponses({
  410: 'The record was deleted meanwhile, or is no longer one of the user’s rows; `expected` or `version` says that he has read it.',
  409: 'Another user has changed the record meanwhile; `current` has its values.',
});

const refusedCells = {
  text: 'The first 1,000 cells that were not written.',
  members: {
    row: { as: { type: ['string', 'integer'] } },
    column: true,
    reason: true,
    message: 'For users.',
    current: 'The cell as it is now, if another user has changed it.',
  },
} as const;

const rowParams = {
  type: 'object',
  properties: { row: { type: 'string', description: 'Identifier of the row.' } },
};

/** OpenAPI descriptions of the routes of records. They do not validate, like the other descriptions. */
export const recordSchemas: Readonly<Partial<Record<TableRoute<never>['kind'], object>>> = {
  form: {
    summary: 'The form of a record',
    description: 'Its fields, with what the definition and the database know of them, and its values.',
    querystring: {
      type: 'object',
      properties: { row: { type: 'string', description: 'Identifier of the row to be changed.' } },
    },
    response: {
      200: {
        description: 'The fields and the values.',
        ...responseSchema(recordForm, {
          fields: { members: { name: true, label: true, type: true, required: true } },
          values: true,
          path: true,
          row: { as: { type: ['string', 'integer'] } },
          name: true,
        }),
      },
      ...problems,
      ...notFound,
    },
  },
  store: {
    summary: 'Creates a record',
    body: requestSchema(storePayload, { values, ...change }),
    response: {
      201: { description: 'The record was created.', ...responseSchema(recordResponse(), row) },
      ...problems,
    },
  },
  update: {
    summary: 'Changes fields of a record',
    body: requestSchema(updatePayload, {
      row: 'The identifier of the row.',
      values,
      expected:
        'Values of the form as they were received. If a changed field has another value now, the response is 409.',
      version:
        'The version of the record, for tables that have one. If it is different now, the response is 409.',
      ...change,
    }),
    response: {
      200: { description: 'The record was changed.', ...responseSchema(recordResponse(), row) },
      ...problems,
      ...notFound,
      ...changed,
    },
  },
  deletion: {
    summary: 'What a deletion of a record would do',
    description: 'Rows that refer to it, as far as the user sees them. Nothing is deleted.',
    params: rowParams,
    response: {
      200: {
        description: 'The rows that it affects.',
        ...responseSchema(recordDeletion, {
          dependents: { members: { table: true, name: true, count: true, onDelete: true } },
          others: 'Rows that the user does not see refer to it, too.',
          refused: 'The database would refuse it.',
        }),
      },
      ...problems,
      ...notFound,
    },
  },
  destroy: {
    summary: 'Deletes a record',
    params: rowParams,
    body: {
      ...requestSchema(deletePayload, { version: 'As for a change.', ...change }),
      type: ['object', 'null'],
    },
    response: {
      200: { description: 'The record was deleted.', ...responseSchema(deleteResponse, { message: true }) },
      ...problems,
      ...notFound,
      ...changed,
    },
  },
  cells: {
    summary: 'Changes several cells together',
    description:
      'Writes all of them in one transaction, each with the rules of the edit of one cell. If cells are refused, nothing is ' +
      'written, unless `skipRefused` is true. Its permission is that of the edit of one cell.',
    body: requestSchema(cellsPayload, {
      rows: {
        text: 'At most 1,000 rows, each once, with at most 50 cells each.',
        members: {
          row: { text: 'The identifier of the row.', as: { type: ['string', 'integer'] } },
          values: 'Column → new value, as for the edit of one cell.',
          texts:
            'Column → text of a spreadsheet, read like a cell of an imported file in the language of the request.',
          expected: 'Column → the cell as the client shows it. A cell that is different now is refused.',
          expectedExact: 'Column → its member of `_exact`; null if there was none.',
          version: 'The version of the row, for tables that have one.',
        },
      },
      skipRefused: 'Whether the other cells are written if some are refused.',
      ...change,
      locale: 'BCP 47 tag of the language.',
    }),
    response: {
      200: {
        description: 'The cells were changed.',
        ...responseSchema(cellsResponse(), {
          changed: 'Cells that were changed.',
          rows: 'The rows of cells that were not refused, as the data route returns them.',
          refused: refusedCells,
          refusedCount: true,
          undo: 'To be sent by DELETE to undo the change.',
        }),
      },
      ...problems,
      ...problemResponses({
        409: 'Other users have changed some of the cells; `refused` has them with their values now. Nothing was written.',
        422: 'The request is invalid, or `refused` has the cells that are refused. Nothing was written.',
      }),
    },
  },
  undoCells: {
    summary: 'Undoes a change of several cells',
    description: 'Of the same user, in the last 24 hours. Cells that were changed since stay as they are.',
    body: {
      ...requestSchema(undoPayload, {
        undo: 'The `undo` of the response of the change.',
        params: change.params,
      }),
      type: ['object', 'null'],
    },
    response: {
      200: {
        description: 'The change was undone.',
        ...responseSchema(actionResponse, {
          message: true,
          processed: 'Cells that are as they were.',
          failed: {
            text: 'The first hundred rows with cells that stay as they are.',
            members: { dtRowId: { as: { type: ['string', 'integer'] } }, message: true },
          },
          failedCount: true,
        }),
      },
      ...problems,
      ...notFound,
    },
  },
  undo: {
    summary: 'Undoes a change',
    description: 'Of the same user, in the last 24 hours, or 30 days for a deletion.',
    body: {
      ...requestSchema(undoPayload, {
        undo: 'The `undo` of the response of the change.',
        params: change.params,
      }),
      type: ['object', 'null'],
    },
    response: {
      200: {
        description: 'The change was undone.',
        ...responseSchema(undoResponse(), { ...row, message: true }),
      },
      ...problems,
      ...notFound,
      ...changed,
    },
  },
};
