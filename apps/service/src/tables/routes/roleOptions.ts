import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../database/Database.ts';
import { type OptionsQuery, optionsQuery, textPattern } from './optionsQuery.ts';

/** The options of the role filter of the users table. */
export async function roleOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get<{ Querystring: OptionsQuery }>(
    '/roles/options',
    {
      config: { name: 'roles.options' },
      schema: {
        tags: ['roles'],
        summary: 'Roles whose label contains the query, by label.',
        querystring: optionsQuery,
        response: { 200: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) },
      },
    },
    async ({ query: { query = '', paginate } }) =>
      db
        .selectFrom('roles')
        .select(['id', 'label as name'])
        .where('label', 'ilike', textPattern(query))
        .orderBy('label')
        .limit(paginate)
        .execute(),
  );
}
