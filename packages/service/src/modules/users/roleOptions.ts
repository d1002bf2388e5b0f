import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { optionsRoute } from '../../kernel/http/optionsRoute.ts';

/** The options of the role filter of the users table. */
export async function roleOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  optionsRoute(app, {
    path: '/roles/options',
    config: { name: 'roles.options' },
    tag: 'roles',
    summary: 'Roles whose label contains the query, by label.',
    id: 'integer',
    read: (pattern, limit) =>
      db
        .selectFrom('roles')
        .select(['id', 'label as name'])
        .where('label', 'ilike', pattern)
        .orderBy('label')
        .limit(limit)
        .execute(),
  });
}
