import type { Database } from '@rowhouse/service';
import { belongsTo, defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import template from './cities.json' with { type: 'json' };

/** Cities of the world, from GeoNames; the country is a joined column for searching, and a relation for its other properties. */
export const cities = defineTable({
  template,
  source: 'apps/demo/src/tables/cities.json',
  query: (db: Kysely<Database>) =>
    db
      .selectFrom('cities')
      .leftJoin('countries', 'countries.code', 'cities.country_code')
      .select([
        'cities.id as dtRowId',
        'cities.name',
        'cities.country_code',
        'countries.name as country',
        'cities.population',
        'cities.latitude',
        'cities.longitude',
      ]),
  with: { place: belongsTo('countries', { foreignKey: 'country_code', ownerKey: 'code' }) },
  count: { sources: ['cities'], wholeTable: true },
});
