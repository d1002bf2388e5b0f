import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables } from '../src/index.ts';
import { shapeTable } from './shapes.ts';
import type { Shop } from './shop.ts';
import { idsBySql, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

interface Parcels {
  places: { code: number; name: string };
  parcels: { id: number; place: number; weight: number };
}

const size = 1300;
const from = 'parcels left join places on places.code = parcels.place';

const definition = shapeTable({ weight: 'parcels.weight' }, ((db: Kysely<Parcels>) =>
  db
    .selectFrom('parcels')
    .leftJoin('places', 'places.code', 'parcels.place')
    .select([
      'parcels.id as dtRowId',
      'parcels.weight',
      'places.name as place',
      // What plain SQL counts in the snapshot of the row.
      sql<number>`(select sum((select count(*) from places where places.code = parcels.place)) from parcels)`.as(
        'plain',
      ),
    ])) as unknown as (db: Kysely<Shop>) => unknown);

describe.each(dialects)('keys that come and go, on %s', (dialect) => {
  let database: LoggedDatabase<Parcels>;
  let db: Kysely<Parcels>;

  const run = (statement: string) => sql.raw(statement).execute(db);
  const createKey = () => run('create unique index places_code on places (code)');
  const dropKey = () =>
    run(dialect === 'mysql' ? 'drop index places_code on places' : 'drop index places_code');

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    await run('create table places (code integer not null, name varchar(20) not null)');
    await run(
      'create table parcels (id integer not null primary key, place integer not null, weight integer not null)',
    );
    await createKey();
    await db
      .insertInto('places')
      .values([1, 2, 3].map((code) => ({ code, name: `P${code}` })))
      .execute();
    const rows = Array.from({ length: size }, (_, index) => ({
      id: index + 1,
      place: (index % 3) + 1,
      weight: index,
    }));
    for (let start = 0; start < size; start += 400) {
      await db
        .insertInto('parcels')
        .values(rows.slice(start, start + 400))
        .execute();
    }
  });

  afterAll(() => database.destroy());

  it('are never used to omit a join that repeats rows, in any page read meanwhile', async () => {
    const tables = tablesOf(db, definition);
    const all = {
      one: await idsBySql(db, `select parcels.id as id from ${from} order by parcels.id`),
      twin: [] as number[],
    };
    const reading = new Set<Promise<unknown>>();
    let isOver = false;
    let whileTwin = 0;

    const write = async () => {
      for (let round = 0; round < 6; round++) {
        await dropKey();
        await run("insert into places values (2, 'Twin')");
        if (round === 0) {
          all.twin = await idsBySql(db, `select parcels.id as id from ${from} order by parcels.id`);
        }
        const seen = whileTwin;
        await vi.waitUntil(() => whileTwin > seen, { timeout: 60_000 });
        await run("delete from places where name = 'Twin'");
        // PostgreSQL itself plans by a key that is newer than the snapshot, and so gets plain SQL wrong, too.
        await Promise.allSettled(reading);
        await createKey();
        await tables.data('shape', {});
      }
      isOver = true;
    };
    const read = async (start: number) => {
      while (!isOver) {
        const page = tables.data('shape', { meta: { start, length: 10 } });
        reading.add(page);
        const { data, count } = await page.finally(() => reading.delete(page));
        const plain = Number(data[0]?.plain);
        const expected = plain === size ? all.one : all.twin;
        if (plain > size) whileTwin++;

        // Deep pages and their counts are of one snapshot.
        expect(count).toBe(plain);
        // A row that is there twice has one identifier, and is read with both matches.
        expect([...new Set(idsOf({ data }))]).toEqual([...new Set(expected.slice(start, start + 10))]);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };

    await Promise.all([write(), read(1001), read(1200)]);
    expect(all.twin.length).toBeGreaterThan(size);
  });

  it('are found by running processes after the configured time', async () => {
    // Without a join that relies on a key: then only time lets the catalogue be read again.
    const plain = shapeTable({ weight: 'parcels.weight' }, ((parcels: Kysely<Parcels>) =>
      parcels.selectFrom('parcels').select(['parcels.id as dtRowId', 'parcels.weight'])) as unknown as (
      db: Kysely<Shop>,
    ) => unknown);
    const tables = createTables({ db, definitions: [plain], catalogueMaxAge: 0 });
    const sorted = { columns: [{ name: 'weight', meta: { sort: 'ASC' } }] };
    const findsIdentifiersFirst = async () => {
      database.statements();
      await tables.data('shape', sorted);

      return database.statements().some((statement) => /^select .* in \(select/is.test(statement));
    };
    expect(await findsIdentifiersFirst()).toBe(true);

    await run('create index parcels_weight on parcels (weight, id)');
    await vi.waitUntil(async () => !(await findsIdentifiersFirst()), { timeout: 60_000 });

    await run(dialect === 'mysql' ? 'drop index parcels_weight on parcels' : 'drop index parcels_weight');
    await vi.waitUntil(findsIdentifiersFirst, { timeout: 60_000 });
  });

  it('are looked at in the background, whose failures are reported and end nothing', async () => {
    const errors: unknown[] = [];
    let isBroken = false;
    // The catalogue is read without the application's plugins.
    const own = db.withPlugin({
      transformQuery({ node }) {
        if (isBroken && JSON.stringify(node).includes('schema_name')) throw new Error('no catalogue');

        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const broken = new Proxy(db, {
      get: (target, name) => {
        if (name === 'withoutPlugins') return () => own;
        const value: unknown = Reflect.get(target, name, target);

        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const tables = createTables({
      db: broken,
      definitions: [
        shapeTable({ weight: 'parcels.weight' }, ((anyDb: Kysely<Parcels>) =>
          anyDb.selectFrom('parcels').select(['id as dtRowId', 'weight'])) as unknown as (
          db: Kysely<Shop>,
        ) => unknown),
      ],
      catalogueMaxAge: 0,
      onBackgroundError: (error) => void errors.push(error),
    });
    await tables.data('shape', {});
    isBroken = true;

    expect((await tables.data('shape', {})).count).toBe(size);
    await vi.waitUntil(() => errors.length > 0, { timeout: 60_000 });
    expect(errors[0]).toMatchObject({ message: 'no catalogue' });
  });
});
