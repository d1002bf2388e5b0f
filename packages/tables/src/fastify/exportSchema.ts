import { exportFormats, tableJobStatuses } from '@rowhouse/table-protocol';
import { payloadSchema, problems } from './schemas.ts';

/** A `TableJob`. */
export const jobSchema = {
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

export function exportSchema(name: string, method: 'GET' | 'POST') {
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
