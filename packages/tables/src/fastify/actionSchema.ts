import { actionForm, actionPreview, responseSchema } from '@rowhouse/table-protocol/internal';
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
