import type { Query } from './cases.ts';

/** A server that serves the cases, as a process of its own. */
export interface Contender {
  readonly name: string;
  readonly description: string;
  /** The file under `servers/` that listens on a free loopback port. */
  readonly server: string;
  /** Prepares the statements of pages that repeat. */
  readonly prepared?: true;
  request(query: Query): ContenderRequest;
  /** Reads a response of status 200. */
  read(body: unknown): ReceivedResponse;
}

export interface ContenderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

interface ReceivedResponse {
  /** Ids of the rows, in order. */
  readonly ids: readonly string[];
  /** Rows after search and filter; null if the response does not contain the number. */
  readonly count: number | null;
}

const post = (path: string, body: object): ContenderRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const rowhouse: Contender = {
  name: 'rowhouse',
  description: 'the package @rowhouse/tables in a bare Fastify application; unfiltered count cached',
  server: 'rowhouse',
  /** The tie-breaker of the sort is the engine's own. */
  request: ({ start, length, sort, search = '', status, counted }) =>
    post('/api/orders/tableData', {
      columns: sort.map(({ column, direction }) => ({
        name: column,
        meta: { sort: direction.toUpperCase() },
      })),
      filters: status === undefined ? null : { orders: { status } },
      meta: {
        start,
        length,
        sort: true,
        search,
        searchMode: 'full',
        // The unfiltered count is always in the response.
        forceInfo: counted && (search !== '' || status !== undefined),
      },
    }),
  read(body) {
    const { data, filtered, filters, fullRecordInfo } = body as {
      data: { dtRowId: string | number }[];
      filtered: number;
      filters: boolean;
      fullRecordInfo: boolean;
    };
    return {
      ids: data.map((row) => String(row.dtRowId)),
      count: fullRecordInfo || !filters ? filtered : null,
    };
  },
};

const floor: Contender = {
  name: 'floor',
  description:
    'written by hand for this one table: Fastify and pg; the unfiltered count kept in memory, ids before rows, ' +
    'the second half read from the end',
  server: 'floor',
  request: (query) => post('/orders', query),
  read(body) {
    const { data, count } = body as { data: { dtRowId: string }[]; count: number | null };
    return { ids: data.map((row) => String(row.dtRowId)), count };
  },
};

const nestjsPaginate: Contender = {
  name: 'nestjs-paginate',
  description: 'nestjs-paginate 15 on TypeORM 1, NestJS 11 on Fastify; always counts, with `optimizedCount`',
  server: 'nestjsPaginate',
  request({ start, length, sort, search, status }) {
    const query = new URLSearchParams({ page: String(start / length + 1), limit: String(length) });
    for (const { column, direction } of sort) query.append('sortBy', `${column}:${direction.toUpperCase()}`);
    query.append('sortBy', 'id:DESC');
    if (search !== undefined) query.set('search', search);
    if (status !== undefined) query.set('filter.status', `$eq:${status}`);
    return { method: 'GET', path: `/orders?${query}` };
  },
  read(body) {
    const { data, meta } = body as { data: { id: string }[]; meta: { totalItems: number } };
    return { ids: data.map((row) => String(row.id)), count: meta.totalItems };
  },
};

/** The same with prepared statements, for pages without parameters, where they make a difference. */
const prepared = (contender: Contender, description: string): Contender => ({
  ...contender,
  name: `${contender.name}-prepared`,
  description,
  prepared: true,
});

export const contenders: readonly Contender[] = [
  rowhouse,
  prepared(rowhouse, 'the same, with `prepareRepeated` for its pool, as in the service'),
  floor,
  prepared(floor, 'the same as floor, with a named statement for each page without a search or a filter'),
  nestjsPaginate,
];
