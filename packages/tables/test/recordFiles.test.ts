import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileResponse, RecordForm, RecordResponse, UndoResponse } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  type FieldFileStore,
  folderFiles,
  installChanges,
  installFiles,
  removeOldFiles,
  type TableDefinition,
} from '../src/index.ts';
import { type Archive, all, deeds, pdf, plans, png } from './archive.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

const servers = Object.keys(httpServers) as HttpServer[];

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'files of records by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<Archive>;
    let db: Kysely<Archive>;
    let folder: string;
    let store: FieldFileStore;
    let app: HttpApp;
    let permitted: readonly string[] = all;
    let count = 0;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rowhouse-fields-'));
      store = folderFiles(join(folder, 'store'));
      database = await loggedDatabase<Archive>(dialect);
      db = database.db;
      await sql`create table deeds (id int primary key, title varchar(30) not null, scan varchar(200), secret varchar(200),
        owner varchar(20) not null)`.execute(db);
      await sql`create table plans (id int primary key, title varchar(30), scan varchar(200))`.execute(db);
      await installChanges(db);
      await installFiles(db);
      await installFiles(db);
      app = await httpServers[server]({
        db,
        tables: [deeds, plans],
        changes: { userId: String },
        files: { store, userId: String },
        access: {
          user: (header) => header('x-user') ?? 'ada',
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
      await rm(folder, { recursive: true, force: true });
    });

    const sendTo = async <Body>(method: string, path: string, body?: unknown, user = 'ada') => {
      const response = await app.send(`/api/archive/${path}`, {
        method,
        headers: {
          'x-user': user,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });

      return { status: response.status, body: (await response.json()) as Body };
    };
    const upload = async (
      bytes: Buffer,
      {
        field = 'scan',
        name = 'Deed 1.pdf',
        type = 'application/pdf',
        way = 'store',
        table = 'deeds',
        user = 'ada',
      } = {},
    ) => {
      const query = new URLSearchParams({ field, name });
      const response = await app.send(`/api/archive/${table}/${way}/file?${query}`, {
        method: 'POST',
        headers: { ...(type !== '' && { 'content-type': type }), 'x-user': user },
        body: new Uint8Array(bytes),
      });

      return {
        status: response.status,
        body: (await response.json()) as FileResponse & { errors?: Record<string, string[]>; type?: string },
      };
    };
    const sent = async (bytes = pdf, options: Parameters<typeof upload>[1] = {}) => {
      const { status, body } = await upload(bytes, options);
      expect(status).toBe(201);

      return body.value;
    };
    const save = (values: object, user?: string) =>
      sendTo<RecordResponse & { errors?: Record<string, string[]> }>('POST', 'deeds/store', { values }, user);
    const created = async (values: object = {}) => {
      const id = ++count;
      const response = await save({ id, title: `Deed ${id}`, ...values });
      expect(response).toMatchObject({ status: 201 });

      return { id, undo: response.body.undo };
    };
    const download = async (id: number, { field = 'scan', user = 'ada' } = {}) => {
      const response = await app.send(`/api/archive/deeds/file/${id}?field=${field}`, {
        headers: { 'x-user': user },
      });

      return {
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
    };
    const rowOf = (value: string) =>
      db.selectFrom('rowhouse_files').selectAll().where('id', '=', value.slice(0, 36)).executeTakeFirst();
    const isReplaced = async (value: string) => ((await rowOf(value))?.replaced_at ?? null) !== null;
    const refused = {
      status: 422,
      body: { errors: { 'values.scan': [expect.stringContaining('choose the file again')] } },
    };

    it('are sent, saved with a record, and read', async () => {
      const form = await sendTo<RecordForm>('GET', 'deeds/create');
      const scan = form.body.fields.find(({ name }) => name === 'scan');
      expect(scan).toEqual({
        name: 'scan',
        label: 'Scan',
        type: 'string',
        file: {
          types: ['application/pdf', 'image/*'],
          maxBytes: 1000,
          upload: '/api/archive/deeds/store/file?field=scan',
        },
      });
      const { status, body } = await upload(pdf, { name: 'C:\\scans\\Über "1"/Deed: 1.pdf' });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          value: expect.stringMatching(/^[\da-f-]{36}\/Deed 1\.pdf$/),
          name: 'Deed 1.pdf',
          size: pdf.length,
        },
      });
      const { id } = await created({ scan: body.value });
      const edited = await sendTo<RecordForm>('GET', `deeds/edit?row=${id}`);
      expect(edited.body.values.scan).toBe(body.value);
      expect(edited.body.fields.find(({ name }) => name === 'scan')?.file).toEqual({
        types: ['application/pdf', 'image/*'],
        maxBytes: 1000,
        upload: '/api/archive/deeds/update/file?field=scan',
        download: `/api/archive/deeds/file/${id}?field=scan`,
      });
      const read = await download(id);
      expect(read.status).toBe(200);
      expect(read.body.equals(pdf)).toBe(true);
      expect(Object.fromEntries(read.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'content-disposition': `attachment; filename="Deed 1.pdf"; filename*=UTF-8''Deed%201.pdf`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
    });

    it('of any type are taken by a field without types, and images are shown', async () => {
      const text = Buffer.from('{"a": 1}');
      const json = await sent(text, { field: 'secret', name: 'a.json', type: 'application/json' });
      const { id } = await created({
        secret: json,
        scan: await sent(png, { name: 'p.png', type: 'image/png' }),
      });
      const secret = await download(id, { field: 'secret' });
      expect(secret.body.toString()).toBe('{"a": 1}');
      expect(secret.headers.get('content-disposition')).toMatch(/^attachment/);
      expect((await download(id)).headers.get('content-disposition')).toMatch(/^inline/);
    });

    it.each([
      ['too large', Buffer.concat([pdf, Buffer.alloc(1000)]), {}, 413, undefined],
      ['empty', Buffer.alloc(0), {}, 422, 'file'],
      ['of a wrong type', Buffer.from('a'), { type: 'text/plain' }, 422, 'file'],
      ['of no type', Buffer.from('a'), { type: '' }, 422, 'file'],
      [
        'programs that are named images',
        Buffer.from('MZ'),
        { name: 'a.png', type: 'image/png' },
        422,
        'file',
      ],
      ['images that are named documents', png, {}, 422, 'file'],
      ['without a name', pdf, { name: '../' }, 422, 'name'],
      ['of another field', pdf, { field: 'title' }, 422, 'field'],
    ])('are refused if they are %s', async (_what, bytes, options, status, field) => {
      const response = await upload(bytes, options);
      expect(response.status).toBe(status);
      if (field === undefined) expect(response.body.type).toBe('tables.file_too_large');
      else expect(Object.keys(response.body.errors ?? {})).toEqual([field]);
    });

    it('are no others than those that the user has sent for the field, each once', async () => {
      const others = await sent(pdf, { user: 'bob' });
      const ofTable = await sent(pdf, { table: 'plans' });
      const ofField = await sent(pdf, { field: 'secret' });
      const mine = await sent();
      await created({ scan: mine });
      const renamed = (await sent()).replace('Deed 1', 'Deed 2');
      const unknown = `${crypto.randomUUID()}/Deed 1.pdf`;
      for (const scan of [others, ofTable, ofField, mine, renamed, unknown, 'Deed 1.pdf', '']) {
        expect(await save({ id: 999, title: 'No', scan })).toMatchObject(refused);
        const changed = await sendTo('PATCH', 'deeds/update', { row: 1, values: { scan } });
        expect(changed).toMatchObject(refused);
      }
      expect(await db.selectFrom('deeds').selectAll().where('id', '=', 999).execute()).toEqual([]);
      expect((await rowOf(others))?.attached_at).toBeNull();
    });

    it('are still free if the record is refused for another reason', async () => {
      const scan = await sent();
      expect((await save({ id: 1, title: 'Twice', scan })).status).toBe(422);
      await created({ scan });
    });

    it('are saved with one of two records at the same time', async () => {
      const scan = await sent();
      const ids = [++count, ++count];
      const responses = await Promise.all(ids.map((id) => save({ id, title: 'Both', scan })));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 422]);
    });

    it('are returned by the undo of what has replaced them', async () => {
      const first = await sent();
      const { id } = await created({ scan: first });
      const second = await sent(png, { name: 'b.png', type: 'image/png', way: 'update' });
      const values = { row: id, values: { scan: second }, expected: { scan: first } };
      const changed = await sendTo<RecordResponse>('PATCH', 'deeds/update', values);
      expect(changed.status).toBe(200);
      expect([await isReplaced(first), await isReplaced(second)]).toEqual([true, false]);
      expect((await download(id)).body.equals(png)).toBe(true);
      const undone = await sendTo<UndoResponse>('DELETE', 'deeds/update', { undo: changed.body.undo });
      expect(undone.status).toBe(200);
      expect([await isReplaced(first), await isReplaced(second)]).toEqual([false, true]);
      expect((await download(id)).body.equals(pdf)).toBe(true);
      const again = await sendTo<UndoResponse>('DELETE', 'deeds/update', { undo: undone.body.undo });
      expect(again.status).toBe(200);
      expect((await download(id)).body.equals(png)).toBe(true);
      const removed = await sendTo<RecordResponse>('PATCH', 'deeds/update', {
        row: id,
        values: { scan: null },
      });
      expect(removed.status).toBe(200);
      expect([await isReplaced(first), await isReplaced(second)]).toEqual([true, true]);
      expect((await download(id)).status).toBe(404);
    });

    it('are returned by the undo of a deletion, and of that of a new record', async () => {
      const scan = await sent();
      const { id, undo } = await created({ scan });
      const deleted = await sendTo<{ undo: string }>('DELETE', `deeds/destroy/${id}`);
      expect([deleted.status, await isReplaced(scan)]).toEqual([200, true]);
      const restored = await sendTo('POST', `deeds/destroy/${id}`, { undo: deleted.body.undo });
      expect([restored.status, await isReplaced(scan)]).toEqual([200, false]);
      expect((await download(id)).body.equals(pdf)).toBe(true);
      const undone = await sendTo<UndoResponse>('DELETE', 'deeds/store', { undo });
      expect([undone.status, await isReplaced(scan)]).toEqual([200, true]);
      const redone = await sendTo('POST', `deeds/destroy/${id}`, { undo: undone.body.undo });
      expect([redone.status, await isReplaced(scan)]).toEqual([200, false]);
    });

    it('are read in rows and fields of the user only', async () => {
      const { id } = await created({ scan: await sent(), secret: await sent(pdf, { field: 'secret' }) });
      expect((await download(id, { field: 'secret' })).status).toBe(200);
      expect((await download(id, { field: 'title' })).status).toBe(404);
      expect((await download(id, { field: '' })).status).toBe(404);
      expect((await download(999)).status).toBe(404);
      permitted = all.filter((name) => name !== 'secrets');
      expect((await download(id, { field: 'secret' })).status).toBe(404);
      expect((await upload(pdf, { field: 'secret' })).status).toBe(422);
      permitted = all.filter((name) => name !== 'scans');
      expect((await download(id)).status).toBe(404);
      permitted = all.filter((name) => name !== 'tableData');
      expect((await download(id)).status).toBe(403);
      permitted = all.filter((name) => name !== 'store');
      expect((await upload(pdf)).status).toBe(403);
      expect((await upload(pdf, { way: 'update' })).status).toBe(201);
      permitted = all;
      await db.updateTable('deeds').set({ owner: 'bob' }).where('id', '=', id).execute();
      expect((await download(id)).status).toBe(404);
      expect((await download(id, { user: 'bob' })).status).toBe(200);
    });

    it('are shown by their names, in rows and files, with the path of the file', async () => {
      const { id } = await created({ scan: await sent(pdf, { name: 'Ünique plan.pdf' }) });
      const bare = await created();
      type Init = { template: { columns: { name: string; download?: string }[] } };
      const initial = await sendTo<Init>('GET', 'deeds/init');
      const column = initial.body.template.columns.find(({ name }) => name === 'scan');
      expect(column).toMatchObject({
        resource: true,
        download: '/api/archive/deeds/file/dtRowId?field=scan',
      });
      type Rows = { data: { dtRowId: number; scan: string | null }[] };
      const { body } = await sendTo<Rows>('GET', 'deeds/tableData?meta[length]=30');
      const shown = new Map(body.data.map(({ dtRowId, scan }) => [dtRowId, scan]));
      expect([shown.get(id), shown.get(bare.id)]).toEqual(['Ünique plan.pdf', null]);
      const output = new PassThrough();
      const tables = createTables({ db, definitions: [deeds], files: { store, userId: String } });
      const [csv] = await Promise.all([
        text(output),
        tables.exportRows('archive.deeds', {}, 'ada', { output, format: 'csv' } as never),
      ]);
      expect(csv).toContain('Ünique plan.pdf');
      expect(csv).not.toMatch(/[\da-f-]{36}\//);
    });

    it('that records have no longer are removed, and those that none got', async () => {
      const [kept, replaced, left, fresh] = [await sent(), await sent(), await sent(), await sent()];
      const { id } = await created({ scan: replaced });
      await created({ scan: kept });
      await sendTo('PATCH', 'deeds/update', { row: id, values: { scan: null } });
      const day = 24 * 3_600_000;
      const later = (days: number) => new Date(Date.now() + days * day);
      const found = async () => {
        const names = await readdir(join(folder, 'store', 'fields', 'archive.deeds'));

        return [kept, replaced, left, fresh].map((value) => names.includes(value.slice(0, 36)));
      };
      await db
        .updateTable('rowhouse_files')
        .set({ created_at: Date.now() - day - 1000 })
        .where('id', '=', left.slice(0, 36))
        .execute();
      expect(await removeOldFiles(db, store)).toBe(1);
      expect(await found()).toEqual([true, true, false, true]);
      await removeOldFiles(db, store, { now: later(30) });
      expect(await found()).toEqual([true, true, false, false]);
      await removeOldFiles(db, store, { now: later(32) });
      expect(await found()).toEqual([true, false, false, false]);
      expect(await save({ id: 998, title: 'Late', scan: fresh })).toMatchObject(refused);
    });

    it('are at most a hundred that a user does not save', async () => {
      const values = {
        ...{
          table_id: 'archive.deeds',
          field: 'scan',
          user_id: 'carl',
          name: 'a',
          media_type: 'a/b',
          size: 1,
        },
        ...{ created_at: Date.now(), attached_at: null, replaced_at: null },
      };
      for (let n = 0; n < 99; n++) {
        const id = crypto.randomUUID();
        await db
          .insertInto('rowhouse_files')
          .values({ ...values, id } as never)
          .execute();
      }
      expect((await upload(pdf, { user: 'carl' })).status).toBe(201);
      expect(await upload(pdf, { user: 'carl' })).toMatchObject({
        status: 422,
        body: { type: 'tables.edit_refused' },
      });
    });

    it('need a user, also in a table that is open', async () => {
      const template = { ...(deeds.template as object), routePrefix: 'open.deeds', auth: true };
      const open = await httpServers[server]({
        db,
        tables: [{ ...deeds, template } as TableDefinition],
        files: { store, userId: (user) => user as string | null },
        access: { user: () => null, permits: () => false },
      });
      try {
        const body = new Uint8Array(pdf);
        const post = { method: 'POST', headers: { 'content-type': 'application/pdf' }, body };
        expect((await open.send('/api/open/deeds/store/file?field=scan&name=a.pdf', post)).status).toBe(401);
        expect((await open.send('/api/open/deeds/file/1?field=scan')).status).toBe(401);
      } finally {
        await open.close();
      }
    });
  },
);
