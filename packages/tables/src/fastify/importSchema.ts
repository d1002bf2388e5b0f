import { problemResponses } from '@rowhouse/problems';
import {
  importHeader,
  importJobResponse,
  importMediaTypes,
  importQuery,
  importReport,
  requestSchema,
  responseSchema,
} from '@rowhouse/table-protocol/internal';
import { problems } from './schemas.ts';

const report = responseSchema(importReport, {
  message: true,
  total: true,
  created: true,
  updated: true,
  failed: true,
  faultCount: true,
  faults: { members: { row: true, column: true, field: true, message: true } },
});

const header = responseSchema(importHeader, {
  headers: true,
  fields: { members: { name: true, label: true, required: true } },
  columns: true,
  keys: true,
  sheets: true,
});

/** OpenAPI description of the route of imports. It does not validate, like the other descriptions. */
export function importSchema(background: boolean): object {
  return {
    summary: 'Checks or imports a CSV or XLSX file',
    description:
      'The body is the file. Its first row names fields, by their names or labels. A row that is refused is left out; with ' +
      '`dryRun`, nothing is written, and the response has the faults of all rows. With `inspect`, only the header is read.',
    consumes: [...importMediaTypes],
    querystring: requestSchema(importQuery, {
      inspect: true,
      dryRun: true,
      key: 'A field by which records are changed.',
      sheet: true,
      columns: { text: 'Header → name of a field.', as: { additionalProperties: { type: 'string' } } },
      locale: 'The language of the texts in the file, such as de.',
    }),
    body: {
      content: Object.fromEntries(
        importMediaTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
    response: {
      200: { description: 'The file was inspected, checked or imported.', anyOf: [header, report] },
      ...(background && {
        202: {
          description: 'The file has been accepted, and is imported later.',
          ...responseSchema(importJobResponse, {
            message: true,
            import: { members: { id: true, status: true, path: true } },
          }),
        },
      }),
      ...problems,
      ...problemResponses({ 413: 'The file is too large.' }),
    },
  };
}
