import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tables } from '../createTables.ts';
import type { ExportJobs } from '../export/ExportJobs.ts';
import { exportedColumns } from '../export/exportedColumns.ts';
import { readFormat } from '../export/readFormat.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { parseRequest } from '../request/parseRequest.ts';
import { describing } from './describing.ts';
import { exportSchema } from './exportSchema.ts';
import { payloadOf, queryPayload } from './payload.ts';

export interface ExportRoutesOptions {
  /** Path and name of the route. */
  readonly path: string;
  readonly name: string;
  /** The table's id. */
  readonly id: string;
  readonly open: { readonly open?: boolean };
  readonly tables: Tables;
  readonly jobs: ExportJobs;
  readonly user: (request: FastifyRequest) => Promise<unknown>;
  readonly timeZone: (request: FastifyRequest, user: unknown) => string;
}

/** The route that starts exports of a table, by GET and POST, as its data route. */
export function exportRoutes(app: FastifyInstance, options: ExportRoutesOptions): void {
  const { path, name, id, open, tables, jobs } = options;

  for (const method of ['GET', 'POST'] as const) {
    app.route({
      ...describing(exportSchema(name, method)),
      method,
      url: path,
      // Whoever asks what is there must not order it.
      exposeHeadRoute: false,
      config: { name, changes: true, ...open },
      handler: async (request, reply) => {
        const user = await options.user(request);
        const table = tables.get(id);
        const payload = payloadOf(request);
        const format = readFormat(formatOf(request, payload));
        const tableRequest = parseRequest(payload, table.rules);
        const timeZone = options.timeZone(request, user);
        exportedColumns(table, tableRequest, format);
        const order = { table, payload, request: tableRequest, format, user, timeZone };

        return reply.code(202).send(await jobs.start(order));
      },
    });
  }
}

/** In the address, where a button has it, or with the rest. */
function formatOf(request: FastifyRequest, payload: unknown): unknown {
  const given = queryPayload(request);

  return (isRecord(given) ? given.format : undefined) ?? (isRecord(payload) ? payload.format : undefined);
}
