import { tables } from '@rowhouse/tables/fastify';
import { postgres, prepareRepeated } from '@rowhouse/tables-postgres';
import fastify from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { customers } from '../../../../apps/demo/src/tables/customers.ts';
import { ready, settings } from './server.ts';

const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.poolSize });
if (settings.prepared) prepareRepeated(pool);
const db = new Kysely<DemoDatabase>({ dialect: new PostgresDialect({ pool }) });
const app = fastify();
// Another table of the demo serves the options of a filter.
app.get('/countries/options', { config: { name: 'countries.options' } }, () => []);
await app.register(tables, {
  prefix: '/api',
  db,
  tables: [customers],
  capabilities: postgres(),
  changes: { userId: () => (settings.keeps ? 1 : null) },
});

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
