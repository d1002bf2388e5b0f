import { Writable } from 'node:stream';
import type { TableJob } from '@rowhouse/table-protocol';
import { createTables, type ExportJobs, type TableDefinition } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Stock } from './stock.ts';

/** A table with buttons for both formats, and a column that files may not have. */
export function withExports(definition: TableDefinition, routePrefix: string): TableDefinition {
  const { template } = definition;
  const button = { type: 'dropdown', class: '', action: 'export', routeSuffix: 'exportExcel' };

  return {
    ...definition,
    template: {
      ...template,
      routePrefix,
      name: 'Goods',
      buttons: [
        { ...button, name: 'excel', label: 'Excel', icon: 'file-excel' },
        { ...button, name: 'csv', label: 'CSV', icon: 'file-csv', params: { format: 'csv' } },
      ],
      columns: [
        ...template.columns,
        { label: 'Customer', name: 'customer', data: 'goods.customer', meta: ['notVisible', 'groupable'] },
        { label: 'Mood', name: 'mood', data: 'goods.mood', meta: ['notExportable', 'groupable'] },
      ],
    } as TableDefinition['template'],
  };
}

/** Exports into memory, one file for each job. */
export function exportedFiles(db: Kysely<Stock>, definitions: readonly TableDefinition[]) {
  const engine = createTables({ db, definitions });
  const jobs: { job: TableJob; file: Buffer }[] = [];

  const exports: ExportJobs = {
    async start({ table, payload, format, user, timeZone }) {
      const id = String(jobs.length + 1);
      const path = `/api/exportedFiles/${id}`;
      const job: TableJob = {
        id,
        kind: 'export',
        table: table.id,
        name: table.template.name,
        status: 'waiting',
        path,
        total: null,
        entries: 0,
        failed: 0,
        download: null,
        message: null,
      };
      const started = { job, file: Buffer.alloc(0) };
      jobs.push(started);
      const output = new Writable({
        write(chunk, _encoding, done) {
          started.file = Buffer.concat([started.file, chunk]);
          done();
        },
      });
      void engine.exportRows(table.id, payload, user, { format, timeZone, output }).then(
        ({ rows }) => {
          const download = `${path}/goods.${format}`;
          const message = `${rows} rows.`;
          started.job = { ...job, status: 'finalized', total: rows, entries: rows, download, message };
        },
        (error: Error) => {
          started.job = { ...job, status: 'failed', message: error.message };
        },
      );

      return { message: 'The export has started.', export: job };
    },
  };

  return {
    exports,
    async routes(app: FastifyInstance): Promise<void> {
      const found = (id: string) => jobs[Number(id) - 1];
      app.get<{ Params: { id: string } }>(
        '/api/exportedFiles/:id',
        async ({ params }) => found(params.id)?.job,
      );
      app.get<{ Params: { id: string } }>('/api/exportedFiles/:id/:name', async ({ params }, reply) =>
        reply
          .type('application/octet-stream')
          .header('content-disposition', 'attachment')
          .send(found(params.id)?.file),
      );
    },
  };
}
