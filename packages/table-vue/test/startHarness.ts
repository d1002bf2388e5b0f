import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { installChanges, tableConfig } from '@rowhouse/tables';
import { namedRoutes, tables } from '@rowhouse/tables/fastify';
import vue from '@vitejs/plugin-vue';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { build } from 'vite';
import { builtOnce } from '../../../test/builtOnce.ts';
import { buttonRoutes, type CalledButton } from './harness/buttonRoutes.ts';
import { editable } from './harness/editable.ts';
import { exportedFiles } from './harness/exportedFiles.ts';
import { createStock, type Stock } from './harness/stock.ts';
import { exportedTables, harnessTables, largeTables } from './harness/tables.ts';
import { type HarnessViews, viewRoutes } from './harness/viewRoutes.ts';

/** A page with a VueTable on it, and real tables behind it, on one address. */
export interface Harness {
  readonly address: string;
  readonly app: FastifyInstance;
  readonly db: Kysely<Stock>;
  /** Requests that buttons made, in order. */
  readonly called: CalledButton[];
  readonly views: HarnessViews;
  /** Decides what becomes of the next requests to a path below /api; null leaves them alone. */
  interfere(fault: Fault | null): void;
  stop(): Promise<void>;
}

/** A response in place of the table's own. */
export interface Fault {
  /** Part of the path; every path below /api when left out. */
  readonly path?: string;
  readonly status?: number;
  /** Sent as it is. */
  readonly body?: string;
  readonly headers?: Record<string, string>;
  /** Closes the connection without a response. */
  readonly drop?: boolean;
  /** Waits for it before anything else happens. */
  readonly until?: Promise<unknown>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** Builds the harness page and serves it together with the tables of `harness/tables.ts`. */
export async function startHarness(): Promise<Harness> {
  const folder = await builtOnce('harness', buildHarness);
  const db = await createStock();
  const app = fastify();
  const called: CalledButton[] = [];
  let fault: Fault | null = null;
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || fault === null || !request.url.includes(fault.path ?? '')) return;
    const { until, drop, status, body = '', headers = {} } = fault;
    await until;
    if (drop) request.raw.socket.destroy();
    else if (status !== undefined) return reply.code(status).headers(headers).send(body);
  });
  await app.register(namedRoutes);
  await app.register(buttonRoutes, { prefix: '/api', called });
  await app.register(tables, { prefix: '/api', db, tables: harnessTables, development: true });
  await installChanges(db);
  await app.register(tables, {
    prefix: '/api',
    db,
    tables: [editable],
    access: { user: async () => 'somebody', permits: () => true },
    changes: { userId: String },
    development: true,
  });
  await app.register(tables, {
    prefix: '/api',
    db,
    tables: largeTables,
    config: tableConfig({ fullInfoRecordLimit: 100 }),
    development: true,
  });
  const { exports, routes } = exportedFiles(db, exportedTables);
  await app.register(routes);
  await app.register(tables, { prefix: '/api', db, tables: exportedTables, exports, development: true });
  const views = await viewRoutes(app, db);
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const file = resolve(folder, `.${extname(path) === '' ? '/index.html' : path}`);
    if (!file.startsWith(folder)) return reply.code(404).send();
    const content = await readFile(file).catch(() => null);
    if (content === null) return reply.code(404).send();
    return reply.type(types[extname(file)] ?? 'application/octet-stream').send(content);
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    app,
    db,
    called,
    views,
    interfere: (next) => {
      fault = next;
    },
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await db.destroy();
    },
  };
}

async function buildHarness(outDir: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'harness'),
    configFile: false,
    logLevel: 'warn',
    plugins: [vue()],
    resolve: { conditions: ['@rowhouse/source', 'module', 'browser', 'production'] },
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        onLog(level, log, handle) {
          // A part that is loaded on demand, and also imported by the code of the first load.
          if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
          handle(level, log);
        },
      },
    },
  });
}
