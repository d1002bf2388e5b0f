import { problemResponses } from '@rowhouse/problems';
import {
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
