import { problemResponses } from '@rowhouse/problems';
import {
  apiVersion,
  fewNames,
  groupSteps,
  mostFacets,
  mostGroups,
  mostNames,
  mostRowIds,
  readMethods,
  searchModes,
  sortDirections,
} from '@rowhouse/table-protocol';

/**
 * OpenAPI descriptions of the routes. They do not validate: the engine parses requests itself, accepts every spelling
 * of the protocol and reports every fault.
 */

const anything = { type: 'object', additionalProperties: true } as const;

/** What a request may read instead of rows; at most one of the first five. */
const summaryMembers = {
  facets: {
    type: 'array',
    maxItems: mostFacets,
    items: { type: 'string' },
    description: '`table.column` of filters: their values with counts.',
  },
  statistics: { type: 'string', description: 'A column: its statistics.' },
  changes: {
    type: 'array',
    description: 'Shown rows of a live table: those that have changed.',
    items: {
      type: 'object',
      required: ['row', 'version'],
      properties: { row: { type: ['string', 'number'] }, version: { type: 'string' } },
    },
  },
  names: {
    type: 'object',
    description: 'The names of rows, as options for a reference to one of them.',
    properties: {
      query: { type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: mostNames, default: fewNames },
      row: { type: ['string', 'number'], description: 'Identifier of the row that comes first.' },
    },
  },
  groups: {
    type: 'array',
    maxItems: mostGroups,
    description: 'Levels of grouping: the groups of the next level.',
    items: {
      type: 'object',
      properties: { column: { type: 'string' }, step: { type: 'string', enum: [...groupSteps] } },
    },
  },
  groupPath: {
    type: 'array',
    items: {},
    description: 'Keys of the opened groups. As long as `groups`: the rows of that group.',
  },
  groupSort: {
    type: 'object',
    properties: {
      by: { type: 'string', description: '`label`, `count`, or a column with a total.' },
      direction: { type: 'string', enum: [...sortDirections] },
    },
  },
} as const;

const rowIds = { type: 'array', maxItems: mostRowIds, items: { type: 'string' } } as const;

const locale = {
  type: 'string',
  description: 'BCP 47 tag of the language of formats that are not set, such as de.',
} as const;

const dataPayload = {
  type: 'object',
  properties: {
    columns: {
      type: 'array',
      description: 'The sorted columns, in sort order.',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          meta: {
            type: 'object',
            properties: { sort: { type: 'string', enum: [...sortDirections] }, visible: { type: 'boolean' } },
          },
        },
      },
    },
    meta: {
      type: 'object',
      properties: {
        start: { type: 'integer', minimum: 0, default: 0, description: 'Zero-based index of the first row.' },
        length: { type: 'integer', minimum: 1, description: 'Rows per page; at most the largest page size.' },
        row: {
          type: 'string',
          description:
            'The identifier of one row: only this row, with its position in the result of search and filters.',
        },
        search: { type: 'string', description: 'Each word has to match in a searchable column.' },
        searchMode: { type: 'string', enum: [...searchModes] },
        sort: { type: 'boolean' },
        forceInfo: { type: 'boolean', description: 'Ask for counts and totals above the limit.' },
        ...summaryMembers,
      },
    },
    filters: { ...anything, description: 'table → column → value, or list of values.' },
    intervals: { ...anything, description: 'table → column → { min, max }, both inclusive.' },
    internalFilters: { type: 'array', items: anything },
    where: {
      ...anything,
      description: '{ data, operator, value }, { all: […] }, { any: […] } or { not: … }; rows have to match.',
    },
    only: { ...rowIds, description: 'Only the rows with these identifiers, as far as they match the rest.' },
    except: { ...rowIds, description: 'Identifiers of rows that are left out.' },
    params: { ...anything, description: 'Free values for the query of the table.' },
    exported: {
      type: 'array',
      items: { type: 'string' },
      description: 'Columns of an export, in their order.',
    },
    view: {
      ...anything,
      description: 'Of an export: the open view, `{ name, changed }`, which lists of exports show.',
    },
    grouped: {
      type: 'boolean',
      description: 'An export in the groups of `meta.groups`, as a screen shows them.',
    },
    locale,
  },
} as const;

export const problems: Record<string, object> = problemResponses({
  400: 'The request cannot be read.',
  401: 'The request is not authenticated.',
  403: 'The permission named after the route is missing.',
  422: 'The request contains something that the table does not declare.',
  503: 'The database is unavailable. Repeat the request after the seconds of Retry-After.',
});

export const initSchema = {
  summary: 'Configuration of the table',
  querystring: { type: 'object', properties: { locale } },
  response: {
    200: {
      description: 'All that is needed to draw the table.',
      type: 'object',
      properties: {
        apiVersion: { type: 'string', examples: [apiVersion] },
        template: {
          ...anything,
          properties: { readPath: { type: 'string' }, method: { type: 'string', enum: [...readMethods] } },
        },
        meta: anything,
      },
    },
    ...problems,
  },
} as const;

/** The payload of a table request, in the query string of a GET or in the body. */
export function payloadSchema(method: 'GET' | 'POST') {
  const properties = Object.entries(dataPayload.properties).map(([member, schema]) => [
    member,
    { type: 'string', description: `JSON of: ${JSON.stringify(schema)}. Bracketed spellings are read too.` },
  ]);

  return method === 'GET'
    ? { querystring: { type: 'object', properties: Object.fromEntries(properties) } }
    : { body: dataPayload };
}

export function dataSchema(method: 'GET' | 'POST') {
  return {
    summary: 'A page of rows, with counts and totals',
    ...payloadSchema(method),
    response: {
      200: {
        description: 'The page of rows; or facets, statistics, groups or changes, as requested.',
        type: 'object',
        properties: {
          data: { type: 'array', items: anything },
          count: { type: 'integer' },
          formattedCount: { type: 'string' },
          filtered: { type: 'integer' },
          formattedFiltered: { type: 'string' },
          total: anything,
          fullRecordInfo: { type: 'boolean' },
          filters: { type: 'boolean' },
          estimated: { type: 'boolean' },
          position: { type: ['integer', 'null'] },
          pagination: anything,
          facets: anything,
          statistics: { ...anything, type: ['object', 'null'] },
          groups: { type: 'array', items: anything },
          versions: { type: 'array', items: { type: 'string' } },
          changed: { type: 'array', items: anything },
          gone: { type: 'array', items: { type: ['string', 'number'] } },
        },
      },
      ...problems,
    },
  };
}
