import { say } from '@rowhouse/problems';
import { exportFormats } from '@rowhouse/table-protocol';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import { TableError } from '../errors.ts';
import type { ExportJobs } from '../export/ExportJobs.ts';
import { exportedColumns } from '../export/planSheet.ts';
import { isRecord } from '../request/parse/scalars.ts';
import {
  accepted,
  pathOf,
  payloadOf,
  queryPayload,
  type RouteContext,
  type TableHttpRequest,
  type TableRoute,
} from './TableRoute.ts';

/** The route that starts exports of a table, by GET and POST, like the data route. */
export function exportRoute<Incoming>(
  { id, open, tables, user, timeZone }: RouteContext<Incoming>,
  name: string,
  jobs: ExportJobs,
): TableRoute<Incoming> {
  return {
    kind: 'export',
    name,
    path: pathOf(name),
    methods: ['GET', 'POST'],
    open,
    changes: true,
    background: true,
    async respond(request) {
      const caller = await user(name, request.incoming);
      const table = tables.get(id);
      const payload = payloadOf(request);
      const format = readFormat(formatOf(request, payload));
      const zone = timeZone(request.incoming, caller);
      const tableRequest = await tables.request(id, payload, caller, zone);
      exportedColumns(table, tableRequest, format);
      const order = { table, payload, request: tableRequest, format, user: caller, timeZone: zone };

      return accepted(await jobs.start(order));
    },
  };
}

/** In the query, as for a button's address, or in the payload. */
function formatOf(request: TableHttpRequest<unknown>, payload: unknown): unknown {
  const given = queryPayload(request);

  return (isRecord(given) ? given.format : undefined) ?? (isRecord(payload) ? payload.format : undefined);
}

/** The file format of a request: its member `format`, `xlsx` by default. Throws `tables.invalid_request`. */
function readFormat(value: unknown): ExportFileFormat {
  if (value === undefined || value === null || value === '') return 'xlsx';

  const format = exportFormats.find((known) => known === value);

  if (!format) {
    throw new TableError('tables.invalid_request', 'The export format is not supported.', {
      fields: {
        format: [say`${JSON.stringify(value)} is not a format. Send one of: ${exportFormats.join(', ')}.`],
      },
    });
  }

  return format;
}
