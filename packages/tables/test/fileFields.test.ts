import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, folderFiles, installFiles, removeFiles, type TableDefinition } from '../src/index.ts';
import { type Archive, plans } from './archive.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

describe.each(dialects)('fields with files, on %s', (dialect) => {
  let database: LoggedDatabase<Archive>;
  beforeAll(async () => {
    database = await loggedDatabase<Archive>(dialect);
    await sql`create table plans (id int primary key, title varchar(30), scan varchar(200))`.execute(
      database.db,
    );
  });
  afterAll(() => database?.destroy());

  const files = { store: folderFiles(tmpdir()), userId: String };
  const { records: _, ...bare } = plans.template as { readonly records?: object };

  it('need a store', async () => {
    const error = await refusal((async () => tablesOf(database.db, plans).all())());
    expect(error.code).toBe('tables.invalid_template');
    expect(error.message).toContain('folderFiles(path)');
  });

  it('need a column with room, and the table of files', async () => {
    const open = (fields: object) =>
      createTables({
        db: database.db,
        definitions: [{ ...plans, template: bare, records: { fields, create: true } } as TableDefinition],
        files,
      }).records.schema('archive.plans', 'create', 'ada');
    const short = await refusal(open({ id: true, title: { file: true } }));
    expect([short.code, short.message]).toEqual([
      'tables.invalid_query',
      expect.stringContaining('room for 30 characters. Make it at least 137 long'),
    ]);
    expect((await refusal(open({ id: { file: true } }))).message).toContain('no plain text');
    expect((await refusal(open({ id: true, scan: { file: true } }))).code).toBe('tables.files_unavailable');
    await installFiles(database.db);
    expect(await open({ id: true, scan: { file: true } })).toMatchObject({
      properties: { scan: { type: ['string', 'null'], description: expect.stringContaining('`value`') } },
    });
    await removeFiles(database.db);
  });

  it('are no cells, no columns of imports, and no input of actions', async () => {
    await installFiles(database.db);
    const template = {
      ...bare,
      columns: [
        { label: 'Title', name: 'title', data: 'plans.title', meta: ['editable'] },
        { label: 'Scan', name: 'scan', data: 'plans.scan', meta: ['editable'] },
      ],
      actions: { point: { update: { set: { scan: { input: 'scan' } } }, input: { scan: true } } },
      buttons: [],
    };
    const definition = {
      ...plans,
      template,
      edit: {},
      records: {
        fields: { id: true, title: true, scan: { file: true } },
        create: true,
        update: true,
        import: true,
      },
    } as unknown as TableDefinition;
    const tables = createTables({ db: database.db, definitions: [definition], files });
    await sql`insert into plans (id, title) values (1, 'One')`.execute(database.db);
    const error = await refusal(tables.edit('archive.plans', { row: 1, column: 'scan', value: 'x' }, 'ada'));
    expect(error.code).toBe('tables.invalid_request');
    const path = join(await mkdtemp(join(tmpdir(), 'rowhouse-import-')), 'a.csv');
    await writeFile(path, 'id,title,scan\n2,Two,x\n');
    const refusedFile = await refusal(tables.imports.inspect('archive.plans', path, {}, 'ada'));
    expect(Object.keys(refusedFile.fields ?? {})).toEqual(['columns.scan']);
    const input = await refusal(tables.actionForm('archive.plans', 'point', 'ada'));
    expect(input.message).toContain('its column holds files');
    await removeFiles(database.db);
  });
});
