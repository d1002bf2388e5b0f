import { exportFormats, type TableJob } from '@rowhouse/table-protocol';
import {
  actionJobResponse,
  actionResponse,
  type ButtonMethod,
  exportResponse,
  type Members,
  responseSchema,
} from '@rowhouse/table-protocol/internal';

import type { TableRoute } from '../http/TableRoute.ts';
import { inputSchema, previewSchema, undoRowsSchema } from './actionSchema.ts';
import { editSchema } from './editSchema.ts';
import { fileSchema, uploadSchema } from './fileSchema.ts';
import { importSchema } from './importSchema.ts';
import { recordSchemas } from './recordSchema.ts';
import { dataSchema, initSchema, payloadSchema, problems } from './schemas.ts';

/** OpenAPI description of a route, for one of its methods. */
export function routeSchema(route: TableRoute<never>, method: ButtonMethod): object {
  const { kind, name, methods } = route;
  const isFirst = method === methods[0];

  return {
    tags: ['Tables'],
    operationId: operationId(kind, name) ?? (isFirst ? name : `${name}.${method.toLowerCase()}`),
    ...shapeOf(route, method === 'GET' ? 'GET' : 'POST'),
    ...(kind === 'action' && {
      summary: `Applies the action ${name.split('.').at(-1)} to all rows that match`,
    }),
  };
}

/** Of routes that share the name of another one, such as the undo of a change and the form that is read where cells are edited. */
function operationId(kind: TableRoute<never>['kind'], name: string): string | null {
  if (kind === 'form') return `${name}.form`;
  if (kind === 'undo' || kind === 'undoCells') return `${name}.undo`;

  return kind === 'deletion' ? `${name}.effects` : null;
}

const shapes = new Map<string, object>();

/** The same object for all routes of a kind: a database has thousands of tables. */
function shapeOf({ kind, background }: TableRoute<never>, method: 'GET' | 'POST'): object {
  const key = [kind, method, background].join();
  const shape = shapes.get(key) ?? makeShape(kind, method, background);
  shapes.set(key, shape);

  return shape;
}

function makeShape(kind: TableRoute<never>['kind'], method: 'GET' | 'POST', background: boolean): object {
  const ofRecords = recordSchemas[kind];
  if (ofRecords) return ofRecords;

  switch (kind) {
    case 'import':
      return importSchema(background);
    case 'upload':
      return uploadSchema;
    case 'file':
      return fileSchema;
    case 'init':
      return initSchema;
    case 'data':
      return dataSchema(method);
    case 'export':
      return exportSchema(method);
    case 'action':
      return actionSchema(method, background);
    case 'undoRows':
      return undoRowsSchema(background);
    case 'input':
      return inputSchema;
    case 'preview':
      return previewSchema;
    default:
      return editSchema;
  }
}

/** Without what only some jobs have: their rows, the saved view and the failures. */
const job: Members<TableJob> = {
  id: true,
  kind: true,
  table: true,
  name: true,
  status: true,
  total: 'Rows in all; null until they have been counted.',
  entries: 'Rows done.',
  failed: true,
  path: 'GET reads the job, DELETE cancels it.',
  download: true,
  message: true,
};

function actionSchema(method: 'GET' | 'POST', background: boolean) {
  return {
    description:
      'All rows of the search, the filters and the params, on every page, in the order of the sort. Each row that ' +
      'matched when the action began is handled once; a selection is not heeded. A request without `meta` is refused ' +
      'with 400: it has been lost on the way.',
    ...payloadSchema(method),
    response: {
      ...(background
        ? {
            202: {
              description: 'The action has been accepted, and is applied later.',
              ...responseSchema(actionJobResponse, { message: true, job: { members: job } }),
            },
          }
        : {
            200: {
              description: 'The action has been applied.',
              ...responseSchema(actionResponse, {
                message: true,
                processed: 'Rows without a failure.',
                failed: {
                  text: 'The first hundred rows that failed.',
                  members: { dtRowId: { as: { type: ['string', 'integer'] } }, name: true, message: true },
                },
                failedCount: true,
              }),
            },
          }),
      ...problems,
    },
  };
}

function exportSchema(method: 'GET' | 'POST') {
  return {
    summary: 'Starts an export of all rows that match',
    description:
      'All rows of the search and the filters, in the order of the sort. `columns` with `visible` leave columns out. ' +
      `The member \`format\` is ${exportFormats.join(' or ')}.`,
    ...payloadSchema(method),
    response: {
      202: {
        description: 'The export has been accepted, and is written later.',
        ...responseSchema(exportResponse, { message: true, export: { members: job } }),
      },
      ...problems,
    },
  };
}
