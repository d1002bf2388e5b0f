import {
  actionForm,
  actionJobResponse,
  actionPreview,
  actionResponse,
  requestSchema,
  responseSchema,
  undoPayload,
} from '@rowhouse/table-protocol/internal';
import { payloadSchema, problems } from './schemas.ts';

/** OpenAPI descriptions of what actions ask for, and of their previews. They do not validate, like the other descriptions. */
export const inputSchema = {
  summary: 'The form of what an action asks for',
  description: 'Its values are sent as `input` of the action.',
  response: {
    200: {
      description: 'The fields and their defaults.',
      ...responseSchema(actionForm, {
        fields: { members: { name: true, label: true, type: true, required: true } },
        values: true,
      }),
    },
    ...problems,
  },
};

export const previewSchema = {
  summary: 'What an action would do now',
  description: 'Takes the request of the action. Nothing is changed.',
  ...payloadSchema('POST'),
  response: {
    200: {
      description: 'The number of rows, and for an action that sets columns the first of them.',
      ...responseSchema(actionPreview, {
        count: 'Rows that the action is for.',
        refused: 'Rows that the action will refuse.',
        columns: true,
        rows: {
          members: {
            dtRowId: { as: { type: ['string', 'integer'] } },
            name: true,
            before: true,
            after: true,
            refused: 'Why the action will refuse the row.',
          },
        },
      }),
    },
    ...problems,
  },
};

/** What undoes a change of many rows, by an action or an import. */
export function undoRowsSchema(background: boolean): object {
  const description = 'Rows that nobody has changed since are as they were before.';

  return {
    summary: 'Undoes what the user has changed here',
    description:
      'Within 24 hours, once, by who made the change. A row that was changed or removed since stays as it is, and is listed as failed.',
    ...requestSchema(undoPayload, { undo: 'The `undo` of the response of the change.' }),
    response: {
      ...(background
        ? {
            202: {
              description: 'It is undone later.',
              ...responseSchema(actionJobResponse, { message: true }),
            },
          }
        : {
            200: {
              description,
              ...responseSchema(actionResponse, {
                message: true,
                processed: 'Rows that are as they were.',
                failedCount: 'Rows that were changed or removed since.',
              }),
            },
          }),
      ...problems,
    },
  };
}
