import type { SeedProgress } from '@rowhouse/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DemoDatabase } from './DemoDatabase.ts';
import { type PersonNames, personNames } from './personNames.ts';
import { seedInBatches } from './seedInBatches.ts';

/** Seeds the customers 1 to `total`. All of them signed up before the first order. */
export async function seedCustomers(
  db: Kysely<DemoDatabase>,
  total: number,
  progress: (step: SeedProgress) => void,
): Promise<void> {
  const lists = buildLists();
  const insert = (transaction: Transaction<DemoDatabase>, from: number, to: number) =>
    insertCustomers(transaction, lists, from, to);
  await seedInBatches(db, 'customers', total, insert, progress);
}

/** The names as flat lists for SQL: the k-th of 16 names in language l (from 0) has the index l × 16 + k. */
function buildLists() {
  const given = personNames.flatMap((names) => readNames(names.given));
  const family = personNames.flatMap((names) => readNames(names.family));
  return {
    languageOfPercent: personNames.flatMap((names, l) => Array.from({ length: names.weight }, () => l)),
    countries: personNames.flatMap((names: PersonNames) => [...names.countries]),
    familyFirst: personNames.map((names) => names.familyFirst ?? false),
    companies: personNames.map((names) => names.company),
    given: given.map((name) => name.native),
    givenLetters: given.map((name) => name.letters),
    family: family.map((name) => name.native),
    familyLetters: family.map((name) => name.letters),
  };
}

/**
 * Parses `Lena Jürgen Weiß=weiss`: names, with letters for the e-mail address where removing accents is not
 * enough.
 */
function readNames(list: string): { native: string; letters: string }[] {
  return list.split(' ').map((entry) => {
    const [native = '', letters] = entry.split('=');
    return { native, letters: letters ?? native.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() };
  });
}

/** All values are derived from hashes of the customer's number; PostgreSQL generates the rows itself. */
async function insertCustomers(
  transaction: Transaction<DemoDatabase>,
  lists: ReturnType<typeof buildLists>,
  from: number,
  to: number,
): Promise<void> {
  await sql`
    insert into customers (id, name, email, company, country_code, newsletter, created_at)
    select
      id,
      case when (${lists.familyFirst}::boolean[])[language + 1] then family || given
        else given || ' ' || family end,
      (${lists.givenLetters}::text[])[given_at] || '.' || (${lists.familyLetters}::text[])[family_at] || id
        || '@example.' || (array['com', 'net', 'org'])[1 + (hash >> 24 & 1023) % 3],
      case when (hash >> 34 & 1023) % 12 = 0 then
        replace((${lists.companies}::text[])[language + 1], '%s', family) end,
      country_code,
      case (hash >> 44 & 1023) % 5 when 0 then null when 1 then true else false end,
      timestamptz '2015-01-01 00:00:00Z' + (hash >> 32 & 2147483647) % 205113600 * interval '1 second'
    from (
      select *,
        (${lists.given}::text[])[given_at] as given,
        (${lists.family}::text[])[family_at] as family,
        (${lists.countries}::text[])[language * 4 + 1 + (hash >> 20 & 3)] as country_code
      from (
        select id, hash, language,
          language * 16 + 1 + (hash >> 12 & 15)::int as given_at,
          language * 16 + 1 + (hash >> 16 & 15)::int as family_at
        from (
          select id, hash,
            (${lists.languageOfPercent}::int[])[1 + (hash & 2147483647) % 100] as language
          from (
            select id::int, hashint8extended(id, 20) as hash
            from generate_series(${from}::bigint, ${to}::bigint) as id offset 0
          ) as numbered offset 0
        ) as spoken offset 0
      ) as named offset 0
    ) as customer
    where exists (select from countries where countries.code = customer.country_code)
    order by id
    on conflict do nothing`.execute(transaction);
}
