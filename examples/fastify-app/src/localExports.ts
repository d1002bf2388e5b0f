import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ExportJobs, ExportOrder, Tables } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';

type TableJob = Awaited<ReturnType<ExportJobs['start']>>['export'];

interface LocalExport {
  job: TableJob;
  readonly file: string;
  readonly stop: AbortController;
}

/**
 * Exports written by the process that serves: enough for small tables that anybody may read. They are gone when the app
 * is closed, and know no owners: an app with users looks at who asks before it answers.
 */
export async function localExports(app: FastifyInstance, tables: Tables): Promise<ExportJobs> {
  const folder = await mkdtemp(join(tmpdir(), 'books-exports-'));
  const known = new Map<string, LocalExport>();
  app.addHook('onClose', async () => {
    for (const { stop } of known.values()) stop.abort();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(
    own: LocalExport,
    { table, payload, user, format, timeZone }: ExportOrder,
  ): Promise<void> {
    const change = (changes: Partial<TableJob>) => {
      own.job = { ...own.job, ...changes };
    };

    try {
      const { rows } = await tables.exportRows(table.id, payload, user, {
        format,
        timeZone,
        output: createWriteStream(own.file),
        signal: own.stop.signal,
        onStart: (total) => change({ status: 'processing', total }),
        onProgress: (entries) => change({ entries }),
      });
      change({ status: 'finalized', message: `It has ${rows} rows.`, download: `${own.job.path}/file` });
    } catch (error) {
      const isCancelled = own.stop.signal.aborted;
      if (!isCancelled) app.log.error(error);
      change({ status: isCancelled ? 'cancelled' : 'failed' });
    }
  }

  app.get<{ Params: { id: string } }>('/api/exports/:id', async ({ params }, reply) => {
    return known.get(params.id)?.job ?? reply.code(404).send({ message: 'There is no such export.' });
  });

  app.delete<{ Params: { id: string } }>('/api/exports/:id', async ({ params }, reply) => {
    const own = known.get(params.id);
    own?.stop.abort();

    return own?.job ?? reply.code(404).send({ message: 'There is no such export.' });
  });

  app.get<{ Params: { id: string } }>('/api/exports/:id/file', async ({ params }, reply) => {
    const own = known.get(params.id);
    if (own?.job.status !== 'finalized') return reply.code(404).send({ message: 'There is no such file.' });

    return reply
      .header('content-disposition', `attachment; filename="${basename(own.file)}"`)
      .type('application/octet-stream')
      .send(await readFile(own.file));
  });

  return {
    async start(order) {
      const id = String(known.size + 1);
      const name = order.table.template.name;
      const own: LocalExport = {
        job: {
          id,
          kind: 'export',
          table: order.table.id,
          name,
          status: 'waiting',
          total: null,
          entries: 0,
          failed: 0,
          path: `/api/exports/${id}`,
          download: null,
          message: null,
        },
        file: join(folder, `${order.table.id}-${id}.${order.format}`),
        stop: new AbortController(),
      };
      known.set(id, own);
      void write(own, order);

      return { message: `The export of ${name} has started.`, export: own.job };
    },
  };
}
