import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DataResponse, LinkedTable, NamesResponse, RelatedResponse } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  installActionRuns,
  installChanges,
  type RelatedRecords,
  type TableDefinition,
} from '../src/index.ts';
import { type Cinema, cinema, createCinema } from './cinema.ts';
import { type HttpApp, httpServers } from './httpServers.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

describe.each(dialects)('the rows that a join table links to a record, on %s', (dialect) => {
  let database: LoggedDatabase<Cinema>;
  let db: Kysely<Cinema>;
  let app: HttpApp;
  let user = 'ada';
  let refused: readonly string[] = [];
  beforeAll(async () => {
    database = await loggedDatabase<Cinema>(dialect);
    ({ db } = database);
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createCinema(db);
    await installChanges(db);
    await installActionRuns(db);
    app = await httpServers['the fetch handler']({
      db,
      tables: Object.values(cinema),
      changes: { userId: String },
      access: { user: () => user, permits: (_user, name) => !refused.includes(name) },
    });
  });
  afterEach(() => {
    user = 'ada';
    refused = [];
  });
  afterAll(async () => {
    await app?.close();
    await database?.destroy();
  });

  const send = async <Body>(method: string, path: string, body?: unknown) => {
    const response = await app.send(path.startsWith('/api') ? path : `/api/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });

    return { status: response.status, body: (await response.json()) as Body };
  };
  const relatedTo = async (table: string, row: string) =>
    (await send<RelatedResponse>('POST', `${table}/tableData`, { meta: { related: row } })).body;
  const cast = async (film: string): Promise<LinkedTable> => {
    const found = (await relatedTo('films', film)).linked?.find(({ table }) => table === 'actors');
    if (!found) throw new Error(`Film ${film} has no actors.`);

    return found;
  };
  const read = async (payload: object) =>
    (await send<DataResponse>('POST', 'actors/tableData', payload)).body;
  const names = ({ data }: DataResponse) => data.map(({ name }) => name);
  const pairs = async (film: number) =>
    (await db.selectFrom('film_actors').select('actor_id').where('film_id', '=', film).execute())
      .map(({ actor_id: id }) => Number(id))
      .toSorted();

  it('are found by the foreign keys of a table that has only two, and times', async () => {
    const { related, linked } = await relatedTo('films', '1');
    expect(related.map(({ table }) => table)).toEqual(['ratings']);
    expect(linked).toEqual([
      {
        ...{ table: 'actors', name: 'Actors', as: '', position: expect.any(Number) },
        linked: {
          table: 'film-actors',
          by: 'film_actors.actor_id',
          filters: { film_actors: { film_id: expect.anything() } },
        },
        add: { path: '/api/film-actors/store', values: { film: expect.anything() }, field: 'actor' },
        remove: { path: '/api/film-actors/destroy/dtRowId', rows: '/api/film-actors/tableData' },
      },
    ]);
    expect(
      (await relatedTo('people', '1')).linked?.map(({ table, as, linked: { by } }) => [table, as, by]),
    ).toEqual(
      expect.arrayContaining([
        ['people', 'Followed', 'follows.followed_id'],
        ['people', 'Follower', 'follows.follower_id'],
      ]),
    );
  });

  it('are those of the page, its counts and totals, facets, names, one row, a GET, an export and an action', async () => {
    const { linked } = await cast('1');
    const page = await read({ linked, meta: { search: '' } });
    expect([names(page), page.count, page.filtered, page.filters]).toEqual([['Ann', 'Bo', 'Di'], 5, 3, true]);
    expect(names(await read({ linked, meta: { search: 'Bo' } }))).toEqual(['Bo']);
    expect(names(await read({ linked, filters: { actors: { name: 'Cy' } } }))).toEqual([]);
    expect(names(await read({ linked: { ...linked, negated: true } }))).toEqual(['Cy', 'Ed']);
    const facets = await send<{ facets: object }>('POST', 'actors/tableData', {
      linked,
      meta: { facets: ['actors.name'] },
    });
    expect(JSON.stringify(facets.body)).toMatch(/Ann.*Bo.*Di/);
    expect(JSON.stringify(facets.body)).not.toMatch(/Cy|Ed/);
    const options = await send<NamesResponse>('POST', 'actors/tableData', {
      linked: { ...linked, negated: true },
      meta: { names: {} },
    });
    expect(options.body.names.map(({ name }) => name)).toEqual(['Cy', 'Ed']);
    const query = new URLSearchParams({ linked: JSON.stringify(linked), meta: '{"start":0}' });
    const got = await send<DataResponse>('GET', `actors/tableData?${query}`);
    expect(names(got.body)).toEqual(['Ann', 'Bo', 'Di']);

    const tables = createTables({ db, definitions: Object.values(cinema) });
    const output = new PassThrough();
    const written = text(output);
    await tables.exportRows('actors', { linked }, 'ada', { format: 'csv', output });
    expect((await written).match(/Ann|Bo|Cy|Di|Ed/g)).toEqual(['Ann', 'Bo', 'Di']);
    const run = (of: string) => tables.runAction('actors', 'praise', { linked, meta: {} }, of);
    expect(await run('ada')).toMatchObject({ total: 3, processed: 3 });
    expect(await run('bob')).toMatchObject({ total: 2, processed: 2 });
  });

  it('are added and removed by the records of the join table, and undone', async () => {
    const { linked, add, remove } = await cast('2');
    const created = await send<{ undo: string }>('POST', add?.path ?? '', {
      values: { ...add?.values, [add?.field ?? '']: 3 },
    });
    expect([created.status, await pairs(2)]).toEqual([201, [1, 3]]);
    const again = await send<{ errors: object }>('POST', add?.path ?? '', {
      values: { ...add?.values, [add?.field ?? '']: 3 },
    });
    expect([again.status, again.body.errors]).toEqual([
      422,
      {
        'values.film': [expect.stringMatching(/already/)],
        'values.actor': [expect.stringMatching(/already/)],
      },
    ]);
    const filters = { film_actors: { ...linked.filters.film_actors, actor_id: 3 } };
    const query = new URLSearchParams({ filters: JSON.stringify(filters), meta: '{"names":{}}' });
    const found = await send<NamesResponse>('GET', `${remove?.rows}?${query}`);
    expect(found.body.names).toHaveLength(1);
    const path = remove?.path.replace('dtRowId', encodeURIComponent(String(found.body.names[0]?.id))) ?? '';
    const removed = await send<{ undo: string }>('DELETE', path, {});
    expect([removed.status, await pairs(2)]).toEqual([200, [1]]);
    expect((await send('POST', path, { undo: removed.body.undo })).status).toBe(200);
    expect(await pairs(2)).toEqual([1, 3]);
    await send('DELETE', path, {});
    expect(await pairs(2)).toEqual([1]);
  });

  it('are those in the rows that the user sees of the join table', async () => {
    user = 'bob';
    const { linked } = await cast('1');
    const page = await read({ linked });
    expect([names(page), page.filtered]).toEqual([['Ann', 'Bo'], 2]);
    // Whether the pair exists is not revealed: it is offered like one that does not.
    expect(names(await read({ linked: { ...linked, negated: true } }))).toEqual(['Cy', 'Di', 'Ed']);
  });

  it('are only read without the permissions to create and to delete records of the join table', async () => {
    refused = ['film-actors.store'];
    const readOnly = await cast('1');
    expect([readOnly.add, readOnly.remove !== undefined]).toEqual([undefined, true]);
    refused = ['film-actors.destroy'];
    const kept = await cast('1');
    expect([kept.add !== undefined, kept.remove]).toEqual([true, undefined]);
    const { linked } = kept;
    refused = ['film-actors.tableData'];
    expect((await relatedTo('films', '1')).linked).toBeUndefined();
    const hidden = await send<{ errors: object }>('POST', 'actors/tableData', { linked });
    expect([hidden.status, Object.keys(hidden.body.errors)]).toEqual([422, ['linked.table']]);
    const unknown = await send<{ errors: object }>('POST', 'actors/tableData', {
      linked: { ...linked, table: 'film-actor' },
    });
    expect(Object.keys(unknown.body.errors)).toEqual(['linked.table']);
    refused = ['actors.tableData'];
    const { related, linked: none } = await relatedTo('films', '1');
    expect([related.map(({ table }) => table).toSorted(), none]).toEqual([
      ['film-actors', 'ratings'],
      undefined,
    ]);
  });

  it.each<[object, string]>([
    [{ by: 'film_actors.film_id' }, 'linked.by'],
    [{ by: 'film_actors.last_update' }, 'linked.by'],
    [{ by: 'actor_id' }, 'linked.by'],
    [{ by: '' }, 'linked.by'],
    [{ table: 7 }, 'linked.table'],
    [{ table: 'films' }, 'linked.by'],
    [{ filters: {} }, 'linked.filters'],
    [{ filters: { film_actors: {} } }, 'linked.filters'],
    [{ filters: { film_actors: { film_id: '' } } }, 'linked.filters'],
    [{ filters: { film_actors: { film_id: 'x' } } }, 'linked.filters.film_actors.film_id'],
    [{ filters: { film_actors: { last_update: '2020-01-01' } } }, 'linked.filters.film_actors.last_update'],
    [{ filters: [] }, 'linked.filters'],
    [{ negate: true }, 'linked.negate'],
  ])('of a request that is not one of a record are refused: %j', async (part, field) => {
    const { linked } = await cast('1');
    const payload = { linked: { ...linked, ...part } };
    const { status, body } = await send<{ errors: Record<string, string[]> }>(
      'POST',
      'actors/tableData',
      payload,
    );
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    const tables = createTables({ db, definitions: Object.values(cinema) });
    expect((await refusal(tables.request('actors', payload, 'ada'))).fields).toHaveProperty([field]);
  });

  const filmsWith = (related: readonly RelatedRecords[]) =>
    createTables({
      db,
      definitions: [
        { ...cinema.films, records: { ...cinema.films.records, related } } as TableDefinition,
        cinema.actors,
        cinema.filmActors,
        cinema.ratings,
        cinema.people,
        cinema.follows,
      ],
    });

  it('are those of the definition, also through a table with values of its own', async () => {
    const tables = filmsWith([
      { table: 'actors', through: 'ratings', label: 'Rated' },
      { table: 'film-actors', by: 'film_id' },
      { table: 'actors', through: 'film-actors', by: 'film_actors.film_id' },
    ]);
    const { related, linked } = (await tables.read(
      'films',
      { meta: { related: '1' } },
      'ada',
    )) as RelatedResponse;
    expect(related.map(({ table }) => table)).toEqual(['film-actors']);
    expect(linked?.map(({ name, as, position, linked: { table } }) => [name, as, position, table])).toEqual([
      ['Rated', 'Ratings', 0, 'ratings'],
      ['Actors', 'Cast', 2, 'film-actors'],
    ]);
  });

  it.each<[RelatedRecords, RegExp]>([
    [{ table: 'actors', through: 'casts' }, /"casts".*no table/],
    [{ table: 'people', through: 'film-actors' }, /no foreign key of one column.*"people"/],
    [{ table: 'actors', through: 'follows' }, /no foreign key of "follows" refers to the record/],
    [{ table: 'actors', through: 'film-actors', by: 'actor_id' }, /no foreign key.*actor_id/],
  ])('of a definition that does not match the database are refused: %j', async (relation, message) => {
    const error = await refusal(filmsWith([relation]).read('films', { meta: { related: '1' } }, 'ada'));
    expect(error.code).toBe('tables.invalid_query');
    expect(error.message).toMatch(message);
  });
});
