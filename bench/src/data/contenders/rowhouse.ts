import type { Query } from '../Query.ts';
import type { Contender, ContenderRequest, ReceivedResponse } from './Contender.ts';
import { pagesThatRepeat } from './floor.ts';

export const rowhouse: Contender = {
  name: 'rowhouse',
  description: 'the package @rowhouse/tables in a bare Fastify application; unfiltered count cached',
  server: 'rowhouse.ts',
  request,
  read,
};

export const rowhousePrepared: Contender = {
  ...rowhouse,
  name: 'rowhouse-prepared',
  description: 'the same, with `prepareRepeated` for its pool, as in the service',
  env: { ROWHOUSE_PREPARED: 'true' },
  only: pagesThatRepeat,
};

/** A data request as WIRE and @rowhouse/table-protocol have it; the tie-breaker is the engine's own. */
function request({ start, length, sort, search = '', status, counted }: Query): ContenderRequest {
  const payload = {
    columns: sort.map(({ column, direction }) => ({ name: column, meta: { sort: direction.toUpperCase() } })),
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
  };
  return {
    method: 'POST',
    path: '/api/orders/tableData',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  };
}

function read(body: unknown): ReceivedResponse {
  const { data, filtered, filters, fullRecordInfo } = body as {
    data: { dtRowId: string | number }[];
    filtered: number;
    filters: boolean;
    fullRecordInfo: boolean;
  };
  return { ids: data.map((row) => String(row.dtRowId)), count: fullRecordInfo || !filters ? filtered : null };
}
