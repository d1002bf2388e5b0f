import { problemResponses } from '@rowhouse/problems';
import {
  apiVersion,
  changesResponse,
  dataPayload,
  dataResponse,
  facetsResponse,
  groupsResponse,
  initResponse,
  object,
  requestSchema,
  responseSchema,
  statisticsResponse,
} from '@rowhouse/table-protocol/internal';

/**
 * OpenAPI descriptions of the routes. They do not validate: the engine parses requests itself, accepts every spelling
 * of the protocol and reports every fault.
 */

const locale = 'BCP 47 tag of the language of formats that are not set, such as de.';

/** The payload of data, export and action requests. Words and numbers are as most clients send them. */
const payload = requestSchema(dataPayload, {
  columns: {
    text: 'The sorted columns, in sort order.',
    members: { name: true, meta: { members: { sort: true, visible: true } } },
  },
  meta: {
    members: {
      start: 'Zero-based index of the first row.',
      length: 'Rows per page; at most the largest page size.',
      row: {
        text: 'The identifier of one row: only this row, with its position in the result of search and filters.',
        as: { type: 'string' },
      },
      search: 'Each word has to match in a searchable column.',
      searchMode: true,
      sort: true,
      forceInfo: 'Ask for counts and totals above the limit.',
      // What a request may read instead of rows; at most one of facets, statistics, changes, names and groups.
      facets: '`table.column` of filters: their values with counts.',
      statistics: 'A column: its statistics.',
      changes: {
        text: 'Shown rows of a live table: those that have changed.',
        members: { row: true, version: true },
        required: true,
      },
      names: {
        text: 'The names of rows, as options for a reference to one of them.',
        members: { query: true, limit: true, row: 'Identifier of the row that comes first.' },
      },
      groups: {
        text: 'Levels of grouping: the groups of the next level.',
        members: { column: true, step: true },
      },
      groupPath: {
        text: 'Keys of the opened groups. As long as `groups`: the rows of that group.',
        as: { items: {} },
      },
      groupSort: {
        members: { by: '`label`, `count`, or a column with a total.', direction: true },
      },
    },
  },
  filters: 'table → column → value, or list of values.',
  intervals: 'table → column → { min, max }, both inclusive.',
  internalFilters: true,
  where: '{ data, operator, value }, { all: […] }, { any: […] } or { not: … }; rows have to match.',
  linked: {
    text: 'Only rows that a join table links to a record, as `linked` of the response to `meta.related` says.',
    members: { table: true, by: true, filters: true, negated: true },
  },
  only: {
    text: 'Only the rows with these identifiers, as far as they match the rest.',
    as: { items: { type: 'string' } },
  },
  except: { text: 'Identifiers of rows that are left out.', as: { items: { type: 'string' } } },
  input: 'Of an action that asks for values: field → value.',
  params: 'Free values for the query of the table.',
  exported: 'Columns of an export, in their order.',
  view: 'Of an export: the open view, `{ name, changed }`, which lists of exports show.',
  grouped: 'An export in the groups of `meta.groups`, as a screen shows them.',
  locale,
});

export const problems: Record<string, object> = problemResponses({
  400: 'The request cannot be read.',
  401: 'The request is not authenticated.',
  403: 'The permission named after the route is missing.',
  422: 'The request contains something that the table does not declare.',
  503: 'The database is unavailable. Repeat the request after the seconds of Retry-After.',
});

export const initSchema = {
  summary: 'Configuration of the table',
  querystring: { type: 'object', properties: { locale: { type: 'string', description: locale } } },
  response: {
    200: {
      description: 'All that is needed to draw the table.',
      ...responseSchema(initResponse, {
        apiVersion: { as: { examples: [apiVersion] } },
        template: { members: { readPath: true, method: true }, as: { additionalProperties: true } },
        meta: true,
      }),
    },
    ...problems,
  },
} as const;

/** The payload of a table request, in the query string of a GET or in the body. */
export function payloadSchema(method: 'GET' | 'POST') {
  const properties = Object.entries(payload.properties ?? {}).map(([member, schema]) => [
    member,
    { type: 'string', description: `JSON of: ${JSON.stringify(schema)}. Bracketed spellings are read too.` },
  ]);

  return method === 'GET'
    ? { querystring: { type: 'object', properties: Object.fromEntries(properties) } }
    : { body: payload };
}

/** The members of all responses of the data route. */
const dataMembers = object({
  ...groupsResponse.properties,
  ...facetsResponse.properties,
  ...statisticsResponse.properties,
  ...changesResponse().properties,
  ...dataResponse().properties,
});

export function dataSchema(method: 'GET' | 'POST') {
  return {
    summary: 'A page of rows, with counts and totals',
    ...payloadSchema(method),
    response: {
      200: {
        description: 'The page of rows; or facets, statistics, groups or changes, as requested.',
        ...responseSchema(dataMembers, {
          data: true,
          count: true,
          formattedCount: true,
          filtered: true,
          formattedFiltered: true,
          total: true,
          fullRecordInfo: true,
          filters: true,
          estimated: { as: { enum: undefined } },
          position: true,
          pagination: true,
          facets: true,
          statistics: true,
          groups: true,
          versions: true,
          changed: true,
          gone: true,
        }),
      },
      ...problems,
    },
  };
}
