import { tables } from '@rowhouse/tables/fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { orders } from './orders.ts';

export async function buildApp(db: Kysely<Database>): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(tables, {
    prefix: '/api',
    db,
    tables: [orders],
    checks: () => import('@rowhouse/tables-dev/checks'),
  });

  return app;
}
