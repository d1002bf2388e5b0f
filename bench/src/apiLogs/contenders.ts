import type { LogQuery } from './LogQuery.ts';

/** A server that serves the cases from one database, as a separate process. */
export interface Contender {
  readonly name: string;
  /** What it is, for the report. */
  readonly description: string;
  /** The file under `servers/`, without `.ts`. */
  readonly server: string;
  readonly path: string;
  body(query: LogQuery): unknown;
  read(response: unknown): ReceivedResponse;
}

export interface ReceivedResponse {
  /** Of the rows, in their order. */
  readonly ids: readonly string[];
  /** Matching calls; null if the response does not contain the number. */
  readonly filtered: number | null;
}

export const contenders: readonly Contender[] = [
  {
    name: 'rowhouse',
    description:
      'the service’s table of API logs in a bare Fastify application, without sign-in; the unfiltered count in every answer',
    server: 'rowhouse',
    path: '/api/system/apiLogs/tableData',
    body: ({ user, route, method, direction, from, to, counted }) => ({
      meta: { start: 0, length: 10, sort: true, forceInfo: counted === true },
      filters: { api_logs: { user_id: user, route, direction } },
      params: { apiLogMethod: method },
      intervals: from === undefined ? null : { api_logs: { created_at: { min: from, max: to } } },
    }),
    read: (response) => {
      const { data, filtered, fullRecordInfo, filters } = response as {
        data: { dtRowId: string }[];
        filtered: number;
        fullRecordInfo: boolean;
        filters: boolean;
      };

      return {
        ids: data.map(({ dtRowId }) => dtRowId),
        filtered: fullRecordInfo || !filters ? filtered : null,
      };
    },
  },
  {
    name: 'floor',
    description:
      'one statement written by hand for this one table, by Fastify and pg; counts only where one is asked for',
    server: 'floor',
    path: '/calls',
    body: (query) => query,
    read: (response) => {
      const { rows, filtered } = response as { rows: { id: string }[]; filtered: number | null };

      return { ids: rows.map(({ id }) => id), filtered };
    },
  },
];
