import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Database } from '../../database/Database.ts';

const querystring = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 100 })),
  paginate: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
});

interface Query {
  query?: string;
  paginate: number;
}

/** The options of the country filters. */
export async function countryOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  app.get<{ Querystring: Query }>(
    '/countries/options',
    {
      config: { name: 'countries.options' },
      schema: {
        tags: ['countries'],
        summary: 'Countries whose name contains the query, by name.',
        querystring,
        response: { 200: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) },
      },
    },
    async ({ query: { query = '', paginate } }) =>
      db
        .selectFrom('countries')
        .select(['code as id', 'name'])
        .where('name', 'ilike', `%${query.replace(/[\\%_]/g, '\\$&')}%`)
        .orderBy('name')
        .limit(paginate)
        .execute(),
  );
}
