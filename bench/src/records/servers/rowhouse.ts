import { tables } from '@rowhouse/tables/fastify';
import { postgres } from '@rowhouse/tables-postgres';
import fastify from 'fastify';
import type { DemoDatabase } from '../../../../apps/demo/src/data/DemoDatabase.ts';
import { customers } from '../../../../apps/demo/src/tables/customers.ts';
import { openKysely } from '../../harness/postgres.ts';
import { ready, settings } from './server.ts';

const db = openKysely<DemoDatabase>(settings.databaseUrl, settings.poolSize);
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
