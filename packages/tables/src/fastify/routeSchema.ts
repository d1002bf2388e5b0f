import { type ButtonMethod, exportFormats, tableJobStatuses } from '@rowhouse/table-protocol';
import type { TableRoute } from '../http/TableRoute.ts';
import { editSchema } from './editSchema.ts';
import { dataSchema, initSchema, payloadSchema, problems } from './schemas.ts';

/** OpenAPI description of a route, for one of its methods. */
export function routeSchema(
  { kind, name, methods, background }: TableRoute<never>,
  method: ButtonMethod,
): object {
  const payloadMethod = method === 'GET' ? 'GET' : 'POST';

  switch (kind) {
    case 'init':
      return initSchema(name);
    case 'data':
      return dataSchema(name, payloadMethod);
    case 'export':
      return exportSchema(name, payloadMethod);
    case 'action':
      return actionSchema(name, method, { first: method === methods[0], background });
    case 'edit':
      return editSchema(name);
  }
}

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

function actionSchema(
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

/** A `TableJob`. */
const jobSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['export', 'action'] },
    table: { type: 'string' },
    name: { type: 'string' },
    status: { type: 'string', enum: [...tableJobStatuses] },
    total: { type: ['integer', 'null'], description: 'Rows in all; null until they have been counted.' },
    entries: { type: 'integer', description: 'Rows done.' },
    failed: { type: 'integer' },
    path: { type: 'string', description: 'GET reads the job, DELETE cancels it.' },
    download: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
  },
} as const;

function exportSchema(name: string, method: 'GET' | 'POST') {
  const payload = payloadSchema(method);

  return {
    tags: ['Tables'],
    operationId: method === 'GET' ? name : `${name}.post`,
    summary: 'Starts an export of all rows that match',
    description:
      'All rows of the search and the filters, in the order of the sort. `columns` with `visible` leave columns out. ' +
      `The member \`format\` is ${exportFormats.join(' or ')}.`,
    ...payload,
    response: {
      202: {
        description: 'The export has been accepted, and is written later.',
        type: 'object',
        properties: { message: { type: 'string' }, export: jobSchema },
      },
      ...problems,
    },
  };
}
