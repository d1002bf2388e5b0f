import type { ImportReport } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { defineTable, type ImportOrder, installImports, type TableDefinition } from '../src/index.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

interface Shelf {
  books: { isbn: string; title: string; pages: number | null };
}

const servers = Object.keys(httpServers) as HttpServer[];
const books = {
  ...defineTable({
    template: {
      routePrefix: 'shelf.books',
      columns: [
        { label: 'Title', name: 'title', data: 'books.title' },
        { label: 'Pages', name: 'pages', data: 'books.pages', number: {} },
      ],
    },
    query: (db: Kysely<Shelf>) => db.selectFrom('books').select(['isbn as dtRowId', 'title', 'pages']),
  }),
  records: {
    fields: { isbn: true, title: true, pages: true },
    create: true,
    update: true,
    import: { keys: ['isbn'] },
  },
} as TableDefinition;
const csv = 'isbn;Title;pages\n1;Emma;1.000\n2;;5\n3;Lolita;many\n';

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the route of imports by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<Shelf>;
    let app: HttpApp;
    let isPermitted = true;
    beforeAll(async () => {
      database = await loggedDatabase<Shelf>(dialect);
      await sql`create table books (isbn varchar(20) primary key, title varchar(30) not null, pages integer)`.execute(
        database.db,
      );
      await installImports(database.db);
      app = await serve({});
    });
    beforeEach(async () => {
      isPermitted = true;
      await database.db.deleteFrom('books').execute();
    });
    afterAll(async () => {
      await app?.close();
      await database?.destroy();
    });

    const serve = (imports: object) =>
      httpServers[server]({
        db: database.db,
        tables: [books],
        imports: { maxBytes: 3_000_000, ...imports },
        access: { user: () => 'ada', permits: (_user, name) => isPermitted || !name.endsWith('.import') },
      });
    const send = async (query: string, body: string | Uint8Array, type = 'text/csv', to = app) => {
      const response = await to.send(`/api/shelf/books/import${query}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: body as string,
      });

      return {
        status: response.status,
        body: (await response.json()) as ImportReport & Record<string, unknown>,
      };
    };
    const titles = async () =>
      (await database.db.selectFrom('books').selectAll().orderBy('isbn').execute()).map(({ title }) => title);

    it('checks a file, and imports it without the refused rows', async () => {
      const checked = await send('?dryRun=1&locale=de', csv);
      expect(checked).toMatchObject({
        status: 200,
        body: { total: 3, created: 1, updated: 0, failed: 2, faultCount: 2 },
      });
      expect(checked.body.faults.map(({ row, column, field }) => [row, column, field])).toEqual([
        [3, 'Title', 'title'],
        [4, 'pages', 'pages'],
      ]);
      expect(checked.body.message).toMatch(/^Would be created: 1\. Changed: 0\. Refused: 2\./);
      expect(await titles()).toEqual([]);
      const imported = await send('?locale=de', csv);
      expect(imported).toMatchObject({ status: 200, body: { created: 1, failed: 2 } });
      expect(imported.body.faults).toEqual(checked.body.faults);
      expect(await titles()).toEqual(['Emma']);
    });

    it('changes records by a key, with columns that are named', async () => {
      await send('', 'isbn,title\n1,Emma\n');
      const query = `?key=isbn&${new URLSearchParams({ 'columns[Name]': 'title', 'columns[Shelf]': '' })}`;
      const { status, body } = await send(query, 'isbn,Name,Shelf\n1,Persuasion,7\n2,Ulysses,8\n');
      expect([status, body.created, body.updated]).toEqual([200, 1, 1]);
      expect(await titles()).toEqual(['Persuasion', 'Ulysses']);
    });

    it('says which columns it does not know, with what it knows', async () => {
      const { status, body } = await send('', 'isbn,titel\n1,Emma\n');
      expect(status).toBe(422);
      expect(body.headers).toEqual(['isbn', 'titel']);
      expect(body.fields).toEqual([
        { name: 'isbn', label: 'Isbn' },
        { name: 'title', label: 'Title' },
        { name: 'pages', label: 'Pages' },
      ]);
      expect(body.errors).toMatchObject({
        'columns.titel': ['"titel" is not a field that you can import; did you mean title?'],
      });
    });

    it('describes the header of a file, of which the end may be cut off', async () => {
      const { status, body } = await send('?inspect=1', 'isbn;Titel;pages;pages\n1;"Emma');
      expect([status, body]).toEqual([
        200,
        {
          headers: ['isbn', 'Titel', 'pages', 'pages'],
          fields: [
            { name: 'isbn', label: 'Isbn', required: true },
            { name: 'title', label: 'Title', required: true },
            { name: 'pages', label: 'Pages' },
          ],
          columns: { isbn: 'isbn', pages: 'pages' },
          keys: ['isbn'],
          sheets: [],
        },
      ]);
      const { body: chosen } = await send(
        `?inspect=1&${new URLSearchParams({ columns: '{"Titel":"title","isbn":""}' })}`,
        'isbn,Titel\n',
      );
      expect(chosen.columns).toEqual({ Titel: 'title' });
      isPermitted = false;
      expect((await send('?inspect=1', csv)).status).toBe(403);
    });

    it.each([
      ['no permission', '', csv, 'text/csv', 403],
      ['an unknown option', '?dry=1', csv, 'text/csv', 422],
      ['a wrong boolean for the header', '?inspect=maybe', csv, 'text/csv', 422],
      ['no header', '?inspect=1', '', 'text/csv', 422],
      ['a wrong boolean', '?dryRun=maybe', csv, 'text/csv', 422],
      ['another type', '', '{}', 'application/json', 415],
      ['nothing', '', '', 'text/csv', 422],
      ['too much', '', `isbn,title\n${'1,x\n'.repeat(1_000_000)}`, 'text/csv', 413],
    ])('refuses %s', async (name, query, body, type, expected) => {
      isPermitted = name !== 'no permission';
      expect((await send(query, body, type)).status).toBe(expected);
      expect(await titles()).toEqual([]);
    });

    it('takes more than other routes do', async () => {
      const rows = Array.from({ length: 30_000 }, (_, n) => `${n},${'x'.repeat(30)},1`).join('\n');
      expect((await send('?dryRun=1', `isbn,title,pages\n${rows}`)).body).toMatchObject({
        total: 30_000,
        failed: 0,
      });
    });

    it('passes a file to the queue of the application when its columns are known', async () => {
      const orders: ImportOrder[] = [];
      const queued = await serve({
        jobs: {
          start: async (order: ImportOrder) => {
            orders.push(order);

            return { import: { id: '1' } };
          },
        },
      });
      try {
        const refused = await send('', 'isbn,titel\n1,Emma\n', 'text/csv', queued);
        const { status, body } = await send('?key=isbn', csv, 'text/csv', queued);
        expect([refused.status, status, body.message]).toEqual([422, 202, 'The import has started.']);
        expect(orders).toMatchObject([{ payload: { key: 'isbn' }, user: 'ada' }]);
      } finally {
        await queued.close();
      }
    });
  },
);
