import { problemResponses } from '@rowhouse/problems';
import { fileQuery, fileResponse, requestSchema, responseSchema } from '@rowhouse/table-protocol/internal';
import { problems } from './schemas.ts';

const binary = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };

/** OpenAPI description of the routes that take the file of a field. It does not validate, like the other descriptions. */
export const uploadSchema = {
  summary: 'Takes a file for a field of a record',
  description:
    'The body is the file, and its `content-type` the type of it. The `value` of the response is then sent in `values` of the ' +
    'record by the same user, once, within 24 hours. Its permission is that of the change of the record.',
  querystring: requestSchema(fileQuery, {
    field: 'Name of the field.',
    name: 'Name of the file.',
    params: 'Free values for the query of the table.',
    locale: true,
  }),
  body: binary,
  response: {
    201: {
      description: 'The file is stored.',
      ...responseSchema(fileResponse, { value: true, name: true, size: true }),
    },
    ...problems,
    ...problemResponses({ 413: 'The file is larger than the field allows.' }),
  },
} as const;

/** OpenAPI description of the route that returns the file of a field. */
export const fileSchema = {
  summary: 'Returns the file of a field of a record',
  description: 'Its permission is that of the data route.',
  params: {
    type: 'object',
    properties: { row: { type: 'string', description: 'Identifier of the row.' } },
  },
  querystring: {
    type: 'object',
    properties: { field: { type: 'string', description: 'Name of the field.' } },
  },
  response: {
    200: { description: 'The file.', ...binary },
    ...problems,
    ...problemResponses({ 404: 'The user does not see the row, the field, or a file in it.' }),
  },
} as const;
