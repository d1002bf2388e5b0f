import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  defineTable,
  installActionRuns,
  installChanges,
  routeRegistry,
  type TableDefinition,
  TableError,
  type TableRecords,
} from '../src/index.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

interface Library {
  authors: { id: number; name: string; is_ours: number; gone_at: string | null };
  books: { id: number; author_id: number };
}

const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'];

function authors(records: Partial<TableRecords>, more: object = {}): TableDefinition {
  return {
    ...defineTable({
      template: {
        routePrefix: 'authors',
        selectable: true,
        buttons: [
          {
            ...{ type: 'global', name: 'purge', label: 'Delete', icon: 'trash-alt', class: 'is-danger' },
            ...{
              action: 'ajax',
              method: 'DELETE',
              routeSuffix: 'purge',
              selection: true,
              confirmation: true,
            },
          },
        ],
        columns: [{ label: 'Name', name: 'name', data: 'authors.name', meta: ['searchable'] }],
        actions: { purge: { delete: true } },
        ...more,
      } as never,
      query: (db: Kysely<Library>) =>
        db
          .selectFrom('authors')
          .where('authors.is_ours', '=', 1)
          .where('authors.gone_at', 'is', null)
          .select(['authors.id as dtRowId', 'authors.name']),
    }),
    records: { fields: { name: true }, ...records },
  } as TableDefinition;
}

const routes = routeRegistry(
  ['init', 'tableData', 'destroy', 'purge'].map((name) => ({
    name: `authors.${name}`,
    path: `/authors/${name}`,
    methods: ['GET', 'POST', 'DELETE'],
  })),
);

describe.each(dialects)('an action that deletes records, on %s', (dialect) => {
  let database: LoggedDatabase<Library>;
  beforeAll(async () => {
    database = await loggedDatabase<Library>(dialect);
    const { db } = database;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await sql`create table authors (id integer primary key, name varchar(20) not null, is_ours integer not null,
      gone_at date)`.execute(db);
    await sql`create table books (id integer primary key, author_id integer not null,
      foreign key (author_id) references authors (id))`.execute(db);
    await installActionRuns(db);
    await installChanges(db);
  });
  afterAll(() => database?.destroy());
  beforeEach(async () => {
    const { db } = database;
    await db.deleteFrom('books').execute();
    await db.deleteFrom('authors').execute();
    await db
      .insertInto('authors')
      .values([
        ...names.map((name, index) => ({ id: index + 1, name, is_ours: 1, gone_at: null })),
        { id: 9, name: 'Theirs', is_ours: 0, gone_at: null },
      ])
      .execute();
  });

  const tables = (records: Partial<TableRecords> = { delete: true }, more: object = {}) =>
    createTables({
      ...{ db: database.db, definitions: [authors(records, more)], routes, development: true },
      changes: { userId: String },
    });
  const left = async () =>
    (await database.db.selectFrom('authors').select('name').orderBy('id').execute()).map(({ name }) => name);

  it('deletes those of the selection, or of the whole result, and no others', async () => {
    const { runAction } = tables();
    const some = await runAction('authors', 'purge', { only: [1, 3, 9] }, 'ada');
    expect(some).toMatchObject({ processed: 2, failed: 0 });
    expect(await left()).toEqual(['Ben', 'Dan', 'Eve', 'Theirs']);
    await runAction('authors', 'purge', { meta: { search: 'e' } }, 'ada');
    expect(await left()).toEqual(['Dan', 'Theirs']);
    await runAction('authors', 'purge', {}, 'ada');
    expect(await left()).toEqual(['Theirs']);
  });

  it('keeps those that others refer to, or that a function refuses, and says why', async () => {
    await database.db.insertInto('books').values({ id: 1, author_id: 2 }).execute();
    const calls: unknown[] = [];
    const { runAction } = tables({
      delete: {
        before: ({ row }) => {
          if (row?.name === 'Dan') throw new TableError('tables.edit_refused', 'Dan stays.');
        },
        after: ({ row }) => calls.push(row?.name),
      },
    });
    const result = await runAction('authors', 'purge', {}, 'ada');
    expect(result).toMatchObject({ total: 5, processed: 3, failed: 2 });
    expect(result.failures).toMatchObject([
      { dtRowId: 2, name: 'Ben', message: expect.stringContaining('Other records refer to this one') },
      { dtRowId: 4, name: 'Dan', message: 'Dan stays.' },
    ]);
    expect(await left()).toEqual(['Ben', 'Dan', 'Theirs']);
    expect(calls).toEqual(['Ada', 'Cleo', 'Eve']);
  });

  it('marks records as deleted where the table does', async () => {
    const { runAction, data } = tables({ delete: { soft: 'gone_at' } });
    await runAction('authors', 'purge', { except: [5] }, 'ada');
    expect((await data('authors', {})).data.map(({ name }) => name)).toEqual(['Eve']);
    expect(await left()).toHaveLength(6);
  });

  it('tells clients that it cannot be undone where changes are not kept', async () => {
    const { template } = await createTables({
      ...{ db: database.db, definitions: [authors({ delete: true })], routes, development: true },
    }).init('authors', 'ada');
    expect(template.buttons.global[0]).toMatchObject({ name: 'purge', undo: null });
  });

  it('is refused in a definition whose records are not deleted, and in a template that also updates, or does neither', async () => {
    const first = async (made: ReturnType<typeof tables>) => made.data('authors', {});
    await expect(first(tables({}))).rejects.toThrow(/deletes records, which `records`/);
    const purge = { update: { set: { name: 'x' } } };
    await expect(
      first(tables({ delete: true }, { actions: { purge: { delete: true, ...purge } } })),
    ).rejects.toThrow(/actions\.purge.*both update and delete/s);
    await expect(
      first(tables({ delete: true }, { actions: { purge: { background: true } } })),
    ).rejects.toThrow(/actions\.purge.*neither update nor delete/s);
  });
});
