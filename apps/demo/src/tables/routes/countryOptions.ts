import { type Database, optionsRoute } from '@rowhouse/service';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { countryNames } from '../../locales/countryNames.ts';

/** Options of the country filters, named and searched in the user's language. */
export async function countryOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  optionsRoute(app, {
    path: '/countries/options',
    config: { name: 'countries.options' },
    tag: 'countries',
    summary: 'Countries whose name in the language of the user contains the query, by name.',
    id: 'string',
    async read(_pattern, limit, { query, language }) {
      const names = countryNames(language);
      const wanted = query.toLocaleLowerCase(language);
      const countries = await db.selectFrom('countries').select(['code as id', 'name']).execute();

      return countries
        .map(({ id, name }) => ({ id, name: names[name] ?? name }))
        .filter(({ name }) => name.toLocaleLowerCase(language).includes(wanted))
        .sort((one, other) => one.name.localeCompare(other.name, language))
        .slice(0, limit);
    },
  });
}
