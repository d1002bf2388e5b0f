import type { ButtonMethod } from '@rowhouse/table-protocol';
import { jobSchema } from './exportSchema.ts';
import { payloadSchema, problems } from './schemas.ts';

const failed = {
  type: 'array',
  description: 'The first hundred rows that failed.',
  items: {
    type: 'object',
    properties: {
      dtRowId: { type: ['string', 'integer'] },
      name: { type: 'string' },
      message: { type: 'string' },
    },
  },
} as const;

export function actionSchema(
  name: string,
  method: ButtonMethod,
  { first, background }: { first: boolean; background: boolean },
) {
  return {
    tags: ['Tables'],
    operationId: first ? name : `${name}.${method.toLowerCase()}`,
    summary: `Applies the action ${name.split('.').at(-1)} to all rows that match`,
    description:
      'All rows of the search, the filters and the params, on every page, in the order of the sort. Each row that ' +
      'matched when the action began is handled once; a selection is not heeded. A request without `meta` is refused ' +
      'with 400: it has been lost on the way.',
    ...payloadSchema(method === 'GET' ? 'GET' : 'POST'),
    response: {
      ...(background
        ? {
            202: {
              description: 'The action has been accepted, and is applied later.',
              type: 'object',
              properties: { message: { type: 'string' }, job: jobSchema },
            },
          }
        : {
            200: {
              description: 'The action has been applied.',
              type: 'object',
              properties: {
                message: { type: 'string' },
                processed: { type: 'integer', description: 'Rows without a failure.' },
                failed,
                failedCount: { type: 'integer' },
              },
            },
          }),
      ...problems,
    },
  };
}
