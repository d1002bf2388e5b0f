import type { Query } from '../Query.ts';
import type { Contender, ContenderRequest, ReceivedResponse } from './Contender.ts';

/** Pages of which a connection sends the same statement again. */
export const pagesThatRepeat = [
  'first-page',
  'first-page-counted',
  'two-columns',
  'middle-page',
  'last-page',
  'count',
];

export const floor: Contender = {
  name: 'floor',
  description:
    'written by hand for this one table: Fastify and pg; the unfiltered count kept in memory, ids before rows, ' +
    'the second half read from the end',
  server: 'floor.ts',
  request,
  read,
};

export const sameSql: Contender = {
  ...floor,
  name: 'floor-same-sql',
  description:
    'written by hand with the SQL that Rowhouse sends and the same guarantee: the kept count is compared with the ' +
    'bookkeeping of created and deleted rows whenever anything was committed since',
  server: 'sameSql.ts',
  only: [
    'first-page',
    'first-page-counted',
    'two-columns',
    'middle-page',
    'last-page',
    'random-pages',
    'count',
  ],
};

/** Where pages in the middle begin at marks, the SQL is not the same. */
export const sameSqlByMonth: Contender = {
  ...sameSql,
  only: ['first-page', 'first-page-counted', 'last-page', 'count'],
};

export const floorPrepared: Contender = {
  ...floor,
  name: 'floor-prepared',
  description: 'the same as floor, with named statements for pages without a search or a filter',
  env: { FLOOR_PREPARED: 'true' },
  only: pagesThatRepeat,
};

export const floorCounting: Contender = {
  ...floor,
  name: 'floor-counting',
  description: 'the same, but every answer has an exact count, taken with the straightforward query',
  env: { FLOOR_COUNT: 'always' },
  only: ['first-page', 'first-page-counted', 'search', 'search-counted', 'filter', 'filter-counted', 'count'],
};

export const plainOffset: Contender = {
  ...floor,
  name: 'floor-offset',
  description: 'the same, but every page by OFFSET over the join',
  env: { FLOOR_PAGES: 'offset' },
  only: ['two-columns', 'middle-page', 'last-page', 'random-pages'],
};

function request(query: Query): ContenderRequest {
  return {
    method: 'POST',
    path: '/orders',
    body: JSON.stringify(query),
    headers: { 'content-type': 'application/json' },
  };
}

function read(body: unknown): ReceivedResponse {
  const { data, count } = body as { data: { dtRowId: string }[]; count: number | null };
  return { ids: data.map((row) => String(row.dtRowId)), count };
}
