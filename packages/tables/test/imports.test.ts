import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  type ImportReport,
  type ImportRunOptions,
  installImports,
  removeImports,
  type TableDefinition,
  TableError,
} from '../src/index.ts';
import { createDepot, type Depot, fields, parcels, routes } from './depot.ts';
import { refusing, regions } from './importTables.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

const withKey = parcels({ import: { keys: ['code'] } });

describe.each(dialects)('imports, on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-imports-'));
  let database: LoggedDatabase<Depot>;
  let db: Kysely<Depot>;
  beforeAll(async () => {
    database = await loggedDatabase<Depot>(dialect);
    db = database.db;
    if (dialect === 'sqlite') await sql`pragma foreign_keys = on`.execute(db);
    await createDepot(db, dialect);
    await installImports(db);
    await installImports(db);
  });
  beforeEach(async () => {
    await db.deleteFrom('parcels').execute();
  });
  afterAll(async () => {
    await removeImports(db);
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  let count = 0;
  const fileOf = (content: string | Uint8Array) => {
    const path = join(folder, String(++count));
    writeFileSync(path, content);

    return path;
  };
  const importsOf = (definition = withKey) => tablesOf(db, [definition, regions]).imports;
  const run = (
    csv: string,
    payload: object = {},
    definition = withKey,
    options: ImportRunOptions & { runId?: string } = {},
  ) =>
    importsOf(definition).run('parcels', fileOf(csv), payload, null, {
      timeZone: 'Europe/Berlin',
      ...options,
    });
  const check = (csv: string, payload: object = {}, definition = withKey) =>
    importsOf(definition).check('parcels', fileOf(csv), payload, null, { timeZone: 'Europe/Berlin' });
  const rows = () => db.selectFrom('parcels').selectAll().orderBy('code').execute();
  const faultsOf = ({ faults }: ImportReport) =>
    faults.map(({ row, column, message }) => [row, column, message]);

  const many = (from: number, count: number, cells: (n: number) => string) =>
    Array.from({ length: count }, (_, index) => `P${from + index};${cells(from + index)}`).join('\n');

  it('change many records by a key with few statements, and write only what differs', async () => {
    const file = (from: number, weight: string) =>
      `code;Text on the parcel;weight;Remark\n${many(from, 400, (n) => `Books;${weight};note ${n}`)}`;
    const updates = () =>
      database.statements().filter((each) => /^\s*update\W+(\w+\W+)?parcels\W/i.test(each));
    await run(file(1, '1.5'));
    database.statements();
    expect(await run(file(1, '2.5'), { key: 'code' })).toMatchObject({ created: 0, updated: 400, failed: 0 });
    const sent = updates();
    expect([sent.length > 0, sent.length <= 8]).toEqual([true, true]);
    expect(sent.every((each) => /set\W+weight\W/i.test(each) && !/\Wlabel\W/i.test(each))).toBe(true);
    expect(new Set((await rows()).map(({ weight }) => Number(weight)))).toEqual(new Set([2.5]));
    database.statements();
    expect(await run(file(201, '2.5'), { key: 'code' })).toMatchObject({ created: 200, updated: 200 });
    expect([updates(), (await rows()).length]).toEqual([[], 600]);
  });

  it('leave out the changes that only the database refuses, and records of others', async () => {
    const head = 'code;Text on the parcel;weight;due on;fragile;Price\n';
    await run(head.concat(many(1, 40, (n) => `L${n};1;;;`)));
    await sql`create unique index parcels_label on parcels (label)`.execute(db);
    await db.updateTable('parcels').set({ deleted_at: '2026-01-01' }).where('code', '=', 'P3').execute();
    try {
      const csv = head.concat(
        many(1, 30, (n) => `${n === 7 ? 'L35' : `M${n}`};1.25;2026-02-0${(n % 9) + 1};yes;${n}.50`),
      );
      const { created, updated, failures } = await run(csv, { key: 'code' });
      expect([created, updated]).toEqual([0, 28]);
      expect(failures.map(({ row, faults }) => [row, faults[0]?.field])).toEqual([
        [4, 'code'],
        [8, 'label'],
      ]);
      const found = new Map((await rows()).map((row) => [row.code, row]));
      expect([found.get('P3')?.label, found.get('P7')?.label]).toEqual(['L3', 'L7']);
      expect(found.get('P9')).toMatchObject({ label: 'M9', cents: 950 });
      expect([Number(found.get('P9')?.weight), Boolean(found.get('P9')?.fragile)]).toEqual([1.25, true]);
    } finally {
      await sql`drop index parcels_label ${sql.raw(dialect === 'mysql' ? 'on parcels' : '')}`.execute(db);
    }
  });

  it('create records by headers and labels, with values as people write them', async () => {
    const csv = [
      'CODE;Text on the parcel;region;weight;Price;state;fragile;sent_at;Due on;Remark',
      'A;"Bücher; alt";North;1.234,50;1,5;Sent;ja;31.12.2025 14:30;1.2.2026;"two\nlines"',
      'B;Stühle;S;0,5;;;;;;',
    ].join('\n');
    const report = await check(csv, { locale: 'de' });
    expect([report.faults, await rows()]).toEqual([[], []]);
    expect(await run(csv, { locale: 'de' })).toMatchObject({
      state: 'finished',
      total: 2,
      created: 2,
      failed: 0,
    });
    const [a, b] = await rows();
    expect(a).toMatchObject({
      label: 'Bücher; alt',
      region: 'N',
      cents: 150,
      state: 'sent',
      note: 'two\nlines',
    });
    expect([Number(a?.weight), Boolean(a?.fragile)]).toEqual([1234.5, true]);
    expect(b).toMatchObject({
      label: 'Stühle',
      region: 'S',
      cents: 0,
      state: 'new',
      sent_at: null,
      note: null,
    });
    const { records } = tablesOf(db, withKey, {}, routes);
    const { values } = await records.form('parcels', String(a?.id), null, { timeZone: 'Europe/Berlin' });
    expect(values).toMatchObject({ sent_at: '2025-12-31T14:30:00.000+01:00', due_on: '2026-02-01' });
  });

  const broken = [
    'code,label,region,weight,state,sent_at',
    'A,Books,N,1,new,',
    'B, x,X,heavy,gone,',
    ',Books,N,1,,',
    'A,Again,N,1,,',
    'D,Books,N,1,new,2026-01-01T10:00',
    'E,Books,N,0,new,',
    'F,Books,,1,new,,extra',
  ].join('\n');
  const faulty = [
    [3, 'label'],
    [3, 'region'],
    [3, 'weight'],
    [3, 'state'],
    [4, 'code'],
    [5, 'code'],
    [6, 'sent_at'],
    [7, 'weight'],
    [8, null],
  ];

  it('report every fault by row and column, and write nothing when they are only checked', async () => {
    const report = await check(broken);
    expect(report).toMatchObject({ total: 7, created: 1, updated: 0, failed: 6, faultCount: 9 });
    expect(report.faults.map(({ row, column }) => [row, column]).sort()).toEqual([...faulty].sort());
    expect(faultsOf(report)).toContainEqual([5, 'code', '"A" is already in use; send another value.']);
    expect(await rows()).toEqual([]);
  });

  it('leave out the rows with the same faults, and keep them as a file', async () => {
    const path = fileOf(broken);
    const imports = importsOf();
    const { runId, failures, ...result } = await imports.run('parcels', path, {});
    expect(failures.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(result).toEqual({ state: 'finished', total: 7, created: 1, updated: 0, failed: 6, undo: null });
    expect((await rows()).map(({ code }) => code)).toEqual(['A']);
    const file = await textOf(await imports.refused('parcels', path, {}, null, { runId }));
    const lines = file.trim().split('\r\n');
    expect(lines[0]).toBe('Reason,code,label,region,weight,state,sent_at');
    expect(lines.map((line) => line.match(/,([A-F]?),/)?.[1]).slice(1)).toEqual([
      'B',
      '',
      'A',
      'D',
      'E',
      'F',
    ]);
    expect(lines[3]).toBe('"code: ""A"" is already in use; send another value.",A,Again,N,1,,');
    // Corrected, it can be imported as it is, without the reasons.
    const again = await run(file.replace(/,0,new/, ',2,new').replace('heavy', '1'), {
      columns: { Reason: null },
    });
    expect(again).toMatchObject({ created: 2, failed: 4 });
  });

  it('find by bisection the rows that only the database refuses', async () => {
    const csv = `code,label,weight,due_on\n${Array.from({ length: 900 }, (_, n) => `P${n},Books,1,`).join('\n')}`;
    for (const statement of refusing[dialect].create) await sql.raw(statement).execute(db);
    try {
      expect(await run(csv)).toMatchObject({ created: 898, failed: 2 });
      expect((await rows()).some(({ code }) => code === 'P500' || code === 'P77')).toBe(false);
    } finally {
      for (const statement of refusing[dialect].drop) await sql.raw(statement).execute(db);
    }
  });

  it('change the records whose key exists, and create the others', async () => {
    await run('code,label,weight,note\nA,Books,1,old\nB,Chairs,2,old');
    const csv = 'code,note,label,weight\nA,,Books,3\nC,new,Lamps,1\nC,newer,Lamps,1\nZ,,,1';
    const report = await check(csv, { key: 'code' });
    expect(report).toMatchObject({ created: 1, updated: 2, failed: 1 });
    expect(await run(csv, { key: 'code' })).toMatchObject({ created: 1, updated: 2, failed: 1 });
    expect(
      (await rows()).map(({ code, note, weight, version }) => [code, note, Number(weight), version]),
    ).toEqual([
      ['A', null, 3, 1],
      ['B', 'old', 2, 1],
      ['C', 'newer', 1, 1],
    ]);
  });

  it('do not change a record that is none of the rows of the user', async () => {
    await run('code,label,weight\nA,Books,1');
    await db.updateTable('parcels').set({ deleted_at: '2026-01-01' }).execute();
    const csv = 'code,label,weight\nA,Stolen,1';
    expect(await check(csv, { key: 'code' })).toMatchObject({ updated: 0, failed: 1 });
    expect(await run(csv, { key: 'code' })).toMatchObject({ updated: 0, created: 0, failed: 1 });
    expect(await rows()).toMatchObject([{ label: 'Books' }]);
  });

  it('write each row once, interrupted after any chunk and continued', async () => {
    const csv = `code,label,weight\n${Array.from({ length: 3500 }, (_, n) => `${n},Books,${n % 700 === 0 ? 'x' : 1}`).join('\n')}`;
    const path = fileOf(csv);
    const counts: number[] = [];
    const attempt = (stops: boolean) => {
      const pause = new AbortController();

      return importsOf().run('parcels', path, {}, null, {
        runId: `once-${dialect}`,
        pause: pause.signal,
        onProgress: ({ created }) => {
          counts.push(created);
          if (stops && counts.length % 2 === 0) pause.abort(new Error('killed'));
        },
      });
    };
    await expect(attempt(true)).rejects.toThrow('killed');
    expect(counts).toEqual([0, 998]);
    await expect(attempt(true)).rejects.toThrow('killed');
    expect(await attempt(false)).toMatchObject({ state: 'finished', created: 3495, failed: 5, total: 3500 });
    expect(await attempt(false)).toMatchObject({ state: 'finished', created: 3495, failed: 5 });
    expect(new Set((await rows()).map(({ code }) => code)).size).toBe(3495);
    expect((await rows()).length).toBe(3495);
    const other = importsOf().run('parcels', fileOf(`${csv}\nother,x,1`), {}, null, {
      runId: `once-${dialect}`,
    });
    expect((await refusal(other)).fields?.file?.[0]).toMatch(/not the file/);
  });

  it('write a chunk with its progress or not at all, and only one of two processes writes it', async () => {
    const path = fileOf(
      `code,label,weight\n${Array.from({ length: 2000 }, (_, n) => `${n},Books,1`).join('\n')}`,
    );
    const both = await Promise.allSettled(
      [1, 2].map(() => importsOf().run('parcels', path, {}, null, { runId: `two-${dialect}` })),
    );
    const failed = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    for (const error of failed) expect(error).toMatchObject({ code: 'tables.busy' });
    expect(await importsOf().run('parcels', path, {}, null, { runId: `two-${dialect}` })).toMatchObject({
      created: 2000,
      failed: 0,
    });
    expect((await rows()).length).toBe(2000);
  });

  it('can be cancelled between chunks', async () => {
    const cancel = new AbortController();
    const csv = `code,label,weight\n${Array.from({ length: 2500 }, (_, n) => `${n},Books,1`).join('\n')}`;
    const result = await run(csv, {}, withKey, {
      signal: cancel.signal,
      onProgress: ({ created }) => created > 0 && cancel.abort(),
    });
    expect(result).toMatchObject({ state: 'cancelled', created: 1000, total: 2500 });
    expect((await rows()).length).toBe(1000);
  });

  it('call the functions of the definition for each record', async () => {
    const seen: unknown[] = [];
    const called = parcels({
      import: { keys: ['code'] },
      create: {
        before: ({ values }) => {
          if (values.label === 'bad') throw new TableError('tables.edit_refused', 'No bad parcels.');

          return { created_by: 'import' };
        },
        after: ({ row }) => seen.push(row?.code),
      },
      update: { before: ({ row }) => seen.push(`was ${row?.label}`) },
    });
    const csv = 'code,label,weight\nA,Books,1\nB,bad,1\nC,Lamps,1';
    const { runId } = await run(csv, {}, called);
    expect(await run('code,label,weight\nA,More,1', { key: 'code' }, called)).toMatchObject({ updated: 1 });
    expect([seen, (await rows()).map(({ created_by }) => created_by)]).toEqual([
      ['A', 'C', 'was Books'],
      ['import', 'import'],
    ]);
    const file = await textOf(await importsOf(called).refused('parcels', fileOf(csv), {}, null, { runId }));
    expect(file).toContain('No bad parcels.,B,bad,1');
  });

  it.each([
    ['code,label,weight,colour\n', {}, 'columns.colour', /not a field that you can import/],
    ['code,label,wieght\n', {}, 'columns.wieght', /did you mean weight/],
    ['code,label,weight,Code\n', {}, 'columns.Code', /both for "code"/],
    ['code,label,weight,code\n', {}, 'columns.code', /header of several columns/],
    ['code,label\n', {}, 'columns', /no column for "weight"/],
    ['code,label,weight,twice\n', {}, 'columns.twice', /not a field/],
    ['code,label,weight,created_by\n', {}, 'columns.created_by', /not a field/],
    ['code,label,weight\n', { columns: { code: 'deleted_at' } }, 'columns.code', /not a field/],
    ['code,label,weight\n', { columns: { name: 'code' } }, 'columns.name', /has no column "name"/],
    ['code,label,weight\n', { key: 'label' }, 'key', /not a key of this import/],
    ['label,weight\n', { key: 'code' }, 'columns', /no column for "code"/],
    ['code,label,weight\n', { clear: true }, 'clear', /not a member of an import/],
    ['', {}, 'file', /empty/],
    ['code,label,weight\nA,"Books,1\n', {}, 'file', /Row 2 has a quote/],
  ])('refuse %j with %j before anything is written', async (csv, payload, path, message) => {
    for (const work of [check, run]) {
      const error = await refusal(work(csv, payload));
      expect(error.code).toBe('tables.invalid_request');
      expect(error.fields?.[path]?.[0]).toMatch(message);
    }
    expect(await rows()).toEqual([]);
  });

  it('take the fields that the user may write, and a file only where it is declared', async () => {
    const secret = parcels({ fields: { ...fields, note: { permission: 'notes.write' } }, import: true });
    const { createTables } = await import('../src/index.ts');
    const mayNot = createTables({ db, definitions: [secret, regions], permits: () => false });
    const path = fileOf('code,label,weight,note\nA,Books,1,x');
    const error = await refusal(mayNot.imports.run('parcels', path, {}));
    expect(Object.keys(error.fields ?? {})).toEqual(['columns.note']);
    expect(JSON.stringify(error.extensions?.fields)).not.toContain('note');
    expect((await refusal(importsOf(parcels()).run('parcels', path, {}))).code).toBe('tables.not_found');
  });

  it('refuse references to rows that the user does not see, and names of several', async () => {
    const hidden = {
      ...regions,
      query: (host: Kysely<Depot>) =>
        host
          .selectFrom('regions')
          .where('regions.code', '<>', 'S')
          .select(['regions.code as dtRowId', 'regions.name']),
    } as TableDefinition;
    const tables = tablesOf(db, [withKey, hidden]);
    const report = await tables.imports.check(
      'parcels',
      fileOf('code,label,weight,region\nA,x,1,S\nB,x,1,South\nC,x,1,North'),
      {},
    );
    expect(report.faults.map(({ row, column }) => [row, column])).toEqual([
      [2, 'region'],
      [3, 'region'],
    ]);
  });
});
