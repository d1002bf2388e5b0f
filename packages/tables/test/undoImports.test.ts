import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  installActionRuns,
  installChanges,
  installImports,
  type TableDefinition,
  type Tables,
} from '../src/index.ts';
import { createDepot, type Depot, parcels, routes } from './depot.ts';
import { type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

const ann = { id: 1 };
const bob = { id: 2 };

describe.each(dialects)('undoing an import, on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-undo-imports-'));
  let database: LoggedDatabase<Depot>;
  let db: Kysely<Depot>;
  let files = 0;
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createDepot(db, dialect);
    await sql`create table labels (parcel ${sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint')} references parcels (id)${sql.raw(
      dialect === 'mysql' ? ', foreign key (parcel) references parcels (id)' : '',
    )})`.execute(db);
    await installActionRuns(db);
    await installImports(db);
    await installChanges(db);
  });
  beforeEach(async () => {
    for (const code of ['A1', 'A2', 'A3']) {
      await sql`insert into parcels (code, label, weight, cents) values (${code}, ${`Old ${code}`}, 1.25, 7)`.execute(
        db,
      );
    }
  });
  afterEach(async () => {
    await sql`delete from labels`.execute(db);
    await sql`delete from parcels`.execute(db);
  });
  afterAll(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  const tablesFor = (definition: TableDefinition = parcels({ import: { keys: ['code'] } })): Tables =>
    createTables({
      db,
      definitions: [definition],
      routes,
      changes: { userId: (user) => (user as { id: number }).id },
    });
  const fileOf = (lines: readonly string[]) => {
    const path = join(folder, `${++files}.csv`);
    writeFileSync(path, lines.join('\n'));

    return path;
  };
  const run = (tables: Tables, lines: readonly string[], options: object = {}) =>
    tables.imports.run('parcels', fileOf(lines), { key: 'code' }, ann, options);
  const undo = (tables: Tables, id: unknown, options: object = {}, user: unknown = ann) =>
    tables.imports.undo('parcels', { undo: id }, user, options);
  const stored = async () =>
    (await db.selectFrom('parcels').selectAll().orderBy('code').execute()).map((row) => ({
      ...row,
      version: 0,
    }));
  const header = 'code,label,weight';

  it('removes what it created, and writes back what it changed', async () => {
    const tables = tablesFor();
    const before = await stored();
    const result = await run(tables, [
      header,
      'A1,New,2.5',
      'N1,"it\'s ""x""",3',
      'A2,Old A2,1.25',
      'N2,Tea,4',
    ]);
    expect(result).toMatchObject({ created: 2, updated: 2, failed: 0 });
    expect(await stored()).not.toEqual(before);
    // What had the values already is not a part of the change.
    expect(await undo(tables, result.undo)).toMatchObject({ total: 3, processed: 3, failed: 0 });
    expect(await stored()).toEqual(before);
  });

  it('undoes the changes of one record from the last to the first', async () => {
    const tables = tablesFor();
    const before = await stored();
    const { undo: change } = await run(tables, [header, 'N1,First,1', 'N1,Second,2', 'A1,One,1', 'A1,Two,2']);
    expect(await undo(tables, change)).toMatchObject({ processed: 4, failed: 0 });
    expect(await stored()).toEqual(before);
  });

  it('leaves what somebody has changed since, also in columns that the file had not, and what others refer to', async () => {
    const tables = tablesFor();
    const { undo: change } = await run(tables, [
      header,
      'A1,New,2.5',
      'N1,Tea,3',
      'N2,Milk,4',
      'N3,Oil,5',
      'A2,New,6',
    ]);
    await sql`update parcels set label = 'theirs' where code = 'A1'`.execute(db);
    await sql`update parcels set note = 'theirs' where code = 'N1'`.execute(db);
    await sql`update parcels set note = 'theirs' where code = 'A2'`.execute(db);
    await sql`insert into labels (parcel) select id from parcels where code = 'N2'`.execute(db);
    const { processed, failures } = await undo(tables, change);
    expect(processed).toBe(2);
    expect(failures.map(({ message }) => message).sort()).toEqual([
      'Other records refer to the row.',
      'The row was changed after you.',
      'The row was changed after you.',
    ]);
    const left = (await stored()).map(({ code, label, note }) => [code, label, note]);
    expect(left).toEqual([
      ['A1', 'theirs', null],
      ['A2', 'Old A2', 'theirs'],
      ['A3', 'Old A3', null],
      ['N1', 'Tea', 'theirs'],
      ['N2', 'Milk', null],
    ]);
  });

  it('is of who imported, once, and not while it is running', async () => {
    const tables = tablesFor();
    const before = await stored();
    const lines = [header, ...Array.from({ length: 1500 }, (_, index) => `N${index},Tea,1`)];
    let running: unknown = null;
    const { undo: change, created } = await run(tables, lines, {
      authorize: async ({ created }: { created: number }) => {
        if (created === 0 || running !== null) return;
        const { id } = await sql<{
          id: string;
        }>`select id from rowhouse_changes where is_undone = 0 and kind = 'import'
          order by created_at desc, id limit 1`
          .execute(db)
          .then(({ rows }) => rows[0] ?? { id: '' });
        running = await refusal(undo(tables, id));
      },
    });
    expect([created, running]).toMatchObject([1500, { code: 'tables.edit_refused' }]);
    expect(await refusal(undo(tables, change, {}, bob))).toMatchObject({ code: 'tables.row_not_found' });
    const results = await Promise.allSettled([undo(tables, change), undo(tables, change)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stored()).toEqual(before);
  });

  it('marks what it created as deleted, if the table does so', async () => {
    const tables = tablesFor(parcels({ import: true, delete: { soft: 'deleted_at' } }, {}));
    const path = fileOf([header, 'N1,Tea,3']);
    const { undo: change } = await tables.imports.run('parcels', path, {}, ann);
    await undo(tables, change);
    const [found] = await db.selectFrom('parcels').select('deleted_at').where('code', '=', 'N1').execute();
    expect(found?.deleted_at).not.toBeNull();
  });

  it('is not possible where the application has functions for records, or nothing was written', async () => {
    const calling = tablesFor(
      parcels({ import: { keys: ['code'] }, create: { after: () => undefined } as never }),
    );
    expect((await run(calling, [header, 'N1,Tea,3'])).undo).toBeNull();
    expect((await run(tablesFor(), [header, 'A1,Old A1,1.25'])).undo).toBeNull();
  });
});
