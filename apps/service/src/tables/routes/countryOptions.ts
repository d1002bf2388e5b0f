import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../database/Database.ts';
import { type OptionsQuery, optionsQuery, textPattern } from './optionsQuery.ts';

/** The options of the country filters. */
export async function countryOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get<{ Querystring: OptionsQuery }>(
    '/countries/options',
    {
      config: { name: 'countries.options' },
      schema: {
        tags: ['countries'],
        summary: 'Countries whose name contains the query, by name.',
        querystring: optionsQuery,
        response: { 200: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) },
      },
    },
    async ({ query: { query = '', paginate } }) =>
      db
        .selectFrom('countries')
        .select(['code as id', 'name'])
        .where('name', 'ilike', textPattern(query))
        .orderBy('name')
        .limit(paginate)
        .execute(),
  );
}
