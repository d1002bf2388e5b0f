import { createTables } from '@rowhouse/tables';
import { type ExportJobsSetup, exportJobsContract } from '@rowhouse/tables/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, it } from 'vitest';
import { books } from './books.ts';
import { localExports } from './localExports.ts';
import { openLibrary } from './openLibrary.ts';

let app: FastifyInstance;
let setup: ExportJobsSetup<unknown>;
beforeAll(async () => {
  const db = await openLibrary();
  const tables = createTables({ db, definitions: [books] });
  app = fastify();
  app.addHook('onClose', () => db.destroy());
  setup = {
    jobs: await localExports(app, tables),
    tables,
    user: null,
    table: 'books',
    narrowed: { meta: { search: 'le guin' } },
    job: async ({ path }) => (await app.inject(path)).json(),
    file: async ({ download }) => (await app.inject(download ?? '')).rawPayload,
  };
});
afterAll(() => app?.close());

it.each(exportJobsContract(() => setup))('$name', ({ run }) => run());
