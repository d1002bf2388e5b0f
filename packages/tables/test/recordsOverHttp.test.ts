import type {
  DeleteResponse,
  InitResponse,
  RecordDeletion,
  RecordForm,
  RecordResponse,
  RelatedResponse,
  UndoResponse,
} from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, installChanges, type TableDefinition } from '../src/index.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

interface Shelf {
  books: { isbn: string; title: string; pages: number | null };
  copies: { id: number; isbn: string; place: string };
}

const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
const servers = Object.keys(httpServers) as HttpServer[];
const books = {
  ...defineTable({
    template: {
      routePrefix: 'shelf.books',
      buttons: ['edit', 'destroy'],
      columns: [
        { label: 'Title', name: 'title', data: 'books.title' },
        { label: 'Pages', name: 'pages', data: 'books.pages', number: {} },
      ],
    },
    query: (db: Kysely<Shelf>) => db.selectFrom('books').select(['isbn as dtRowId', 'title', 'pages']),
  }),
  records: { fields: { isbn: true, title: true, pages: true }, create: true, update: true, delete: true },
} as TableDefinition;
const copies = {
  ...defineTable({
    template: {
      routePrefix: 'shelf.copies',
      columns: [
        { label: 'Place', name: 'place', data: 'copies.place' },
        { label: 'Book', name: 'isbn', data: 'copies.isbn', meta: ['filterable'] },
      ],
    },
    query: (db: Kysely<Shelf>) => db.selectFrom('copies').select(['id as dtRowId', 'place', 'isbn']),
  }),
  records: { fields: { id: true, book: { column: 'copies.isbn' }, place: true }, create: true },
} as TableDefinition;
const all = ['init', 'tableData', 'create', 'store', 'edit', 'update', 'destroy'];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the routes of records by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<Shelf>;
    let app: HttpApp;
    let permitted: readonly string[] = all;
    beforeAll(async () => {
      database = await loggedDatabase<Shelf>(dialect);
      await sql`create table books (isbn varchar(20) primary key, title varchar(30) not null, pages integer)`.execute(
        database.db,
      );
      await sql`create table copies (id integer primary key, isbn varchar(20) not null, place varchar(30),
        foreign key (isbn) references books (isbn))`.execute(database.db);
      if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(database.db);
      await installChanges(database.db);
      app = await httpServers[server]({
        db: database.db,
        tables: [books, copies],
        changes: { userId: String },
        access: {
          user: () => 'ada',
          permits: (_user, name) => permitted.includes(name.split('.').at(-1) ?? ''),
        },
      });
    });
    afterEach(() => {
      permitted = all;
    });
    afterAll(async () => {
      await app?.close();
      await database?.destroy();
    });

    const send = async <Body>(method: string, path: string, body?: unknown) => {
      const response = await app.send(`/api/shelf/books/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });

      return { status: response.status, body: (await response.json()) as Body };
    };

    it('create, show, change and delete a record whose key has special characters', async () => {
      const form = await send<RecordForm>('GET', 'create');
      expect([form.status, form.body.path]).toEqual([200, '/api/shelf/books/store']);
      const values = { isbn: 'a/b ?ü%', title: 'Emma', pages: '500' };
      const stored = await send<RecordResponse>('POST', 'store', { values });
      expect(stored).toEqual({
        status: 201,
        body: {
          dtRowId: 'a/b ?ü%',
          row: { dtRowId: 'a/b ?ü%', title: 'Emma', pages: '500' },
          undo: uuid,
        },
      });
      const edited = await send<RecordForm>('GET', `edit?row=${encodeURIComponent(values.isbn)}`);
      expect(edited.body).toMatchObject({
        path: '/api/shelf/books/update',
        row: values.isbn,
        values,
        name: 'Emma',
      });
      const changed = await send<RecordResponse>('PATCH', 'update', {
        row: values.isbn,
        values: { pages: 501 },
        expected: values,
      });
      expect([changed.status, changed.body.row?.pages]).toEqual([200, '501']);
      const late = await send<{ current: object }>('PATCH', 'update', {
        row: values.isbn,
        values: { pages: 502 },
        expected: values,
      });
      expect([late.status, late.body.current]).toEqual([409, { ...values, pages: '501' }]);
      const { body: init } = await send<InitResponse>('GET', 'init');
      const destroy = init.template.buttons.row.find(({ name }) => name === 'destroy');
      expect([destroy?.method, destroy?.path]).toEqual(['DELETE', '/api/shelf/books/destroy/dtRowId']);
      expect(destroy?.deletes).toBe(true);
      const path = `destroy/${encodeURIComponent(values.isbn)}`;
      expect(await send('DELETE', path)).toEqual({
        status: 200,
        body: { message: 'The record was deleted.', undo: uuid },
      });
      expect((await send('DELETE', path)).status).toBe(404);
      expect((await send('GET', 'edit?row=gone')).status).toBe(404);
      expect((await send('GET', 'edit')).status).toBe(404);
      expect((await send('GET', 'edit?row[a][b]=1')).status).toBe(422);
    });

    it('undo a change under the path of the change, for who may make it', async () => {
      const { body: stored } = await send<RecordResponse>('POST', 'store', {
        values: { isbn: 'u/1', title: 'Emma', pages: 5 },
      });
      const { body: changed } = await send<RecordResponse>('PATCH', 'update', {
        row: 'u/1',
        values: { title: 'Persuasion' },
      });
      expect((await send('DELETE', 'update', { undo: stored.undo })).status).toBe(404);
      permitted = all.filter((name) => name !== 'update');
      expect((await send('DELETE', 'update', { undo: changed.undo })).status).toBe(403);
      permitted = all;
      expect(await send('DELETE', 'update', { undo: changed.undo })).toEqual({
        status: 200,
        body: {
          dtRowId: 'u/1',
          row: { dtRowId: 'u/1', title: 'Emma', pages: '5' },
          undo: uuid,
          message: 'Your change was undone.',
        },
      });
      const { body: deleted } = await send<DeleteResponse>('DELETE', 'destroy/u%2F1');
      const restored = await send<UndoResponse>('POST', 'destroy/u%2F1', { undo: deleted.undo });
      expect([restored.status, restored.body.row?.title]).toEqual([200, 'Emma']);
      // A proxy may drop the body of a DELETE.
      const removed = await send<UndoResponse>('DELETE', `store?undo=${stored.undo}`);
      expect([removed.status, removed.body.row]).toEqual([200, null]);
    });

    it('say what refers to a record, and refuse to delete it', async () => {
      await send('POST', 'store', { values: { isbn: 'x/1', title: 'Dune' } });
      await database.db
        .insertInto('copies')
        .values([
          { id: 1, isbn: 'x/1', place: 'A' },
          { id: 2, isbn: 'x/1', place: 'B' },
        ])
        .execute();
      const path = `destroy/${encodeURIComponent('x/1')}`;
      const filters = [{ data: 'copies.isbn', type: 'string', value: 'x/1' }];
      const rows = { table: 'shelf.copies', name: 'Shelf copies', as: 'Book', filters };
      const dependents = [{ ...rows, count: 2, onDelete: 'restrict' }];
      expect(await send<RecordDeletion>('GET', path)).toEqual({
        status: 200,
        body: { dependents, refused: true },
      });
      const refused = await send<RecordDeletion>('DELETE', path);
      expect([refused.status, refused.body.dependents]).toEqual([422, dependents]);
      const read = (related: string) => send<RelatedResponse>('POST', 'tableData', { meta: { related } });
      expect(await read('x/1')).toEqual({
        status: 200,
        body: { related: [{ ...rows, create: { book: 'x/1' } }] },
      });
      expect((await read('gone')).status).toBe(404);
      expect((await send('GET', 'destroy/gone')).status).toBe(404);
      await database.db.deleteFrom('copies').execute();
      expect(await send<RecordDeletion>('GET', path)).toEqual({ status: 200, body: { dependents: [] } });
      expect((await send('DELETE', path)).status).toBe(200);
    });

    it('refuse invalid records with each fault under its field', async () => {
      const { status, body } = await send<{ errors: object }>('POST', 'store', {
        values: { isbn: null, title: 'x'.repeat(31), pages: 1.5, author: 'Jane' },
      });
      expect([status, Object.keys(body.errors)]).toEqual([
        422,
        ['values.isbn', 'values.title', 'values.pages', 'values.author'],
      ]);
      expect((await send('POST', 'store', [])).status).toBe(400);
      expect((await send('PATCH', 'update', { values: {} })).status).toBe(422);
      expect((await send('PUT', 'update', { values: {} })).status).toBe(404);
    });

    it.each(all.slice(2))('need the permission %s', async (name) => {
      permitted = all.filter((each) => each !== name);
      const calls: Record<string, () => Promise<{ status: number }>> = {
        create: () => send('GET', 'create'),
        store: () => send('POST', 'store', { values: { isbn: name, title: 'x' } }),
        edit: () => send('GET', 'edit?row=1'),
        update: () => send('PATCH', 'update', { row: '1', values: {} }),
        destroy: () => send('DELETE', 'destroy/1'),
      };
      expect((await calls[name]?.())?.status).toBe(403);
      if (name === 'destroy') expect((await send('GET', 'destroy/1')).status).toBe(403);
      const { body } = await send<InitResponse>('GET', 'init');
      expect(body.template.buttons.row.map((button) => button.name)).toEqual(
        ['edit', 'destroy'].filter((each) => each !== name),
      );
    });
  },
);
