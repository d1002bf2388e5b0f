import { type Database, optionsRoute } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';

/** Options of the country filters. */
export async function countryOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  optionsRoute(app, {
    path: '/countries/options',
    config: { name: 'countries.options' },
    tag: 'countries',
    summary: 'Countries whose name contains the query, by name.',
    id: 'string',
    read: (pattern, limit) =>
      db
        .selectFrom('countries')
        .select(['code as id', 'name'])
        .where('name', 'ilike', pattern)
        .orderBy('name')
        .limit(limit)
        .execute(),
  });
}
