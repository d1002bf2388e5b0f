import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  createTables,
  installActionRuns,
  installChanges,
  installImports,
  type Tables,
} from '../src/index.ts';
import { createFilms, type Films, films, notes, routes } from './films.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, refusal } from './support.ts';

const exactJson = '{"b": 12345678901234567890, "a": [1.10, null], "c": "é, \\"x\\""}';
const user = { id: 1 };
/** Texts that some spelling of a list could take for something else. */
const oddTexts = ['a, b', '"', '{}', 'NULL', 'null', '', ' x ', "it's", '\\', '[1]', 'ü\ny'];

describe.each(dialects)('fields of lists, years and JSON, on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-films-'));
  let database: LoggedDatabase<Films>;
  let db: Kysely<Films>;
  let tables: Tables;
  beforeAll(async () => {
    database = await loggedDatabase<Films>(dialect);
    db = database.db;
    await createFilms(db, dialect);
    await installActionRuns(db);
    await installChanges(db);
    await installImports(db);
    tables = createTables({ db, definitions: [films(dialect)], routes, changes: { userId: () => user.id } });
  });
  afterAll(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  const create = async (values: object) =>
    Number((await tables.records.create('films', { values: { title: 'Alien', ...values } }, user)).dtRowId);
  const update = (row: number, values: object, more: object = {}) =>
    tables.records.update('films', { row, values, ...more }, user);
  const form = async (row: number | null = null) => {
    const { fields, values } = await tables.records.form('films', row === null ? null : String(row));

    return { values, field: (name: string) => fields.find((each) => each.name === name) };
  };
  /** As the database writes it. */
  const stored = async (id: number, column: string) => {
    const type = dialect === 'mysql' ? 'char' : 'text';
    const { rows } = await sql<{ text: string | null }>`
      select cast(${sql.id(column)} as ${sql.raw(type)}) as text from films where id = ${id}`.execute(db);

    return rows[0]?.text ?? null;
  };
  const set = (id: number, column: string, value: string) =>
    sql`update films set ${sql.id(column)} = ${value} where id = ${id}`.execute(db);

  const lists: readonly (readonly [column: string, items: readonly (string | null)[]])[] = [
    ['notes', oddTexts.slice(0, 5)],
    ['notes', []],
    ...(dialect === 'postgres'
      ? ([
          ['tags', oddTexts],
          ['tags', [null, 'NULL', null]],
          ['tags', []],
          ['codes', ['ab', 'ab']],
          ['sizes', ['1', '-2147483648']],
          ['sizes', [null]],
          ['prices', ['1.1', '9999.99']],
          ['moods', ["it's (5)", 'calm']],
        ] as const)
      : []),
    ...(dialect === 'mysql'
      ? ([
          ['moods', ['calm', "it's (5)"]],
          ['moods', []],
        ] as const)
      : []),
  ];

  it.each(lists)('keep the items of %s exactly: %j', async (column, items) => {
    const id = await create({ [column]: items });
    expect((await form(id)).values[column]).toEqual(items);
    expect((await update(id, { [column]: items })).undo).toBeUndefined();

    const before = await stored(id, column);
    const { undo } = await update(id, { [column]: null }, { expected: { [column]: items } });
    expect(await stored(id, column)).toBeNull();
    await tables.records.undo('films', 'update', { undo }, user);
    expect(await stored(id, column)).toBe(before);
  });

  it('have a form with the kinds, and what the database knows of items', async () => {
    const { field } = await form();
    expect(field('notes')).toMatchObject({ type: 'string', isList: true, maxLength: 20 });
    expect(field('script')).toMatchObject({ type: 'string', isJson: true, isLong: true });
    expect(field('released')).toMatchObject({ type: 'number', decimals: 0, min: '1901', max: '2155' });
    if (dialect === 'sqlite') expect(field('facts')).toMatchObject({ isJson: true });
    else {
      const calm = { calm: 'calm', dark: 'dark' };
      expect(field('moods')).toMatchObject({ type: 'enum', isList: true, enum: calm });
    }
    if (dialect === 'mysql') expect(field('released')).toMatchObject({ isUngrouped: true });
    if (dialect !== 'postgres') return;
    expect(field('codes')).toMatchObject({ type: 'string', isList: true, maxLength: 4 });
    expect(field('sizes')).toMatchObject({ type: 'number', isList: true, decimals: 0, max: '2147483647' });
    expect(field('prices')).toMatchObject({ type: 'number', isList: true, decimals: 2 });
  });

  it.each([
    ['notes', ['ok', 'x'.repeat(21)], 2],
    ...(dialect === 'postgres'
      ? ([
          ['codes', ['ab', 'cd', 'abcde'], 3],
          ['sizes', ['1', '1.5'], 2],
          ['sizes', ['2147483648'], 1],
          ['prices', ['1', '1.234'], 2],
          ['moods', ['calm', 'gone'], 2],
          ['tags', ['a', ['b']], 2],
        ] as const)
      : []),
    ...(dialect === 'mysql' ? ([['moods', ['calm', 'gone'], 2]] as const) : []),
  ] as const)('refuse an item of %s by its number: %j', async (column, items, number) => {
    const error = await refusal(create({ [column]: items }));
    expect(Object.keys(error.fields ?? {})).toEqual([`values.${column}`]);
    expect(error.fieldTexts?.[`values.${column}`]?.[0]).toMatchObject({
      source: 'Item {0}: {1}',
      values: [number, expect.anything()],
    });
  });

  it('refuse what is no list, and a list that its schema refuses', async () => {
    for (const value of [1, { a: 1 }, Array.from({ length: 6 }, String), [null]])
      await expectRefused(create({ notes: value }), 'values.notes');
  });

  it('refuse years out of their range by field, and keep those in it', async () => {
    for (const year of ['1900', '2156', '5', '2000.5']) {
      await expectRefused(create({ released: year }), 'values.released');
    }
    const error = await refusal(create({ released: '1900' }));
    expect(String(error.fields?.['values.released'])).toMatch(/1901.*2155/);
    const id = await create({ released: '1979' });
    expect((await form(id)).values.released).toBe('1979');
    const { undo } = await update(id, { released: 2155 });
    expect(await stored(id, 'released')).toBe('2155');
    await tables.records.undo('films', 'update', { undo }, user);
    expect(await stored(id, 'released')).toBe('1979');
  });

  it('keep numbers and the order of keys of JSON', async () => {
    const id = await create({ script: exactJson });
    expect((await form(id)).values.script).toBe(exactJson);
    const spaced = exactJson.replaceAll(': ', ' :\n');
    expect((await update(id, { script: spaced })).undo).toBeUndefined();
    expect(await stored(id, 'script')).toBe(exactJson);
    const { undo } = await update(id, { script: exactJson.replace('1.10', '1.1') });
    expect(await stored(id, 'script')).toContain('1.1,');
    await tables.records.undo('films', 'update', { undo }, user);
    expect(await stored(id, 'script')).toBe(exactJson);
    await update(id, { script: 'null' });
    expect([await stored(id, 'script'), (await form(id)).values.script]).toEqual(['null', 'null']);
    if (dialect !== 'postgres') return;
    const other = await create({ facts: exactJson });
    expect((await update(other, { facts: exactJson })).undo).toBeUndefined();
    expect((await form(other)).values.facts).toContain('12345678901234567890');
  });

  it('refuse what is not JSON with the place of the fault', async () => {
    for (const text of ['{"a": }', "{'a': 1}", '', '[1,]']) {
      await expectRefused(create({ script: text }), 'values.script');
    }
    const error = await refusal(create({ script: '{"a": }' }));
    expect(error.fieldTexts?.['values.script']?.[0]).toMatchObject({ values: [expect.anything(), 7] });
  });

  it('see no conflict in JSON that was stored in another format, but in another value', async () => {
    const id = await create({ script: '{"a":1}' });
    await set(id, 'script', ' { "a" : 1 } ');
    const expected = { script: '{"a":1}' };
    await update(id, { script: '{"a":2}' }, { expected });
    const error = await refusal(update(id, { script: '{"a":3}' }, { expected }));
    expect(error.code).toBe('tables.row_changed');
    expect(error.extensions).toMatchObject({ current: { script: '{"a":2}' } });
  });

  it('see a conflict in a list, with its present items', async () => {
    const id = await create({ notes: ['a'] });
    await update(id, { notes: ['b'] });
    const error = await refusal(update(id, { notes: ['c'] }, { expected: { notes: ['a'] } }));
    expect(error.extensions).toMatchObject({ current: { notes: ['b'] } });
    await update(id, { notes: ['c'] }, { expected: { notes: ['b'] } });
    expect((await form(id)).values.notes).toEqual(['c']);
  });

  it('are edited in cells as the text of a list, or as JSON', async () => {
    const id = await create({ notes: ['a'] });
    const edit = (column: string, value: unknown) => tables.edit('films', { row: id, column, value }, user);
    const { undo } = await edit('notes', 'b, c');
    expect((await form(id)).values.notes).toEqual(['b', 'c']);
    await tables.records.undo('films', 'edit', { undo }, user);
    expect((await form(id)).values.notes).toEqual(['a']);
    await edit('notes', ['d, e', 'f']);
    expect((await form(id)).values.notes).toEqual(['d, e', 'f']);
    await edit('script', '[1.10]');
    expect(await stored(id, 'script')).toBe('[1.10]');
    await expectRefused(edit('released', '1900.5'), 'value');
    if (dialect === 'mysql') await expectRefused(edit('moods', ['gone']), 'value');
  });

  it('name the field in what only the database refuses', async () => {
    if (dialect === 'mysql') {
      const trigger = "create trigger no_year before insert on films for each row if new.title = 'Odd' then";
      await sql.raw(`${trigger} set new.released = 'later'; end if`).execute(db);
      await expectRefused(create({ title: 'Odd', released: '1999' }), 'values.released');
      await sql`drop trigger no_year`.execute(db);
    }
    if (dialect === 'postgres') {
      await expectRefused(create({ tags: '{{a},{b,c}}' }), 'values.tags');
      await expectRefused(create({ facts: '"\\u0000"' }), 'values.facts');
    }
  });

  it('show what is no plain list as its text, and write it back', async () => {
    if (dialect !== 'postgres') return;
    const id = await create({});
    await set(id, 'sizes', '{{1,2},{3,4}}');
    expect((await form(id)).values.sizes).toBe('{{1,2},{3,4}}');
    const { undo } = await update(id, { sizes: ['1'] });
    await tables.records.undo('films', 'update', { undo }, user);
    expect(await stored(id, 'sizes')).toBe('{{1,2},{3,4}}');
    await update(id, { sizes: '{{1},{2}}' });
    expect(await stored(id, 'sizes')).toBe('{{1},{2}}');
  });

  async function exported(): Promise<string> {
    const output = new PassThrough();
    const [text] = await Promise.all([
      textOf(output),
      tables.exportRows('films', {}, null, { output, format: 'csv' }),
    ]);

    return text;
  }

  it('are imported from what an export has written', async () => {
    await sql`delete from films`.execute(db);
    for (const [index, [column, items]] of lists.entries()) {
      await create({ title: `T${index}`, [column]: items, script: exactJson, released: '1999' });
    }
    const names = (await form()).field('tags') ? ['tags', 'sizes', 'codes', 'prices', 'moods'] : [];
    const columns = [
      'title',
      'notes',
      'script',
      'released',
      ...names,
      ...(dialect === 'mysql' ? ['moods'] : []),
    ];
    const all = async () => {
      const texts = columns.map(
        (name) =>
          sql`cast(${sql.id(name)} as ${sql.raw(dialect === 'mysql' ? 'char' : 'text')}) as ${sql.id(name)}`,
      );
      const { rows } = await sql<
        Record<string, string | null>
      >`select ${sql.join(texts)} from films order by 1`.execute(db);

      // An empty cell has no value: the empty SET is exported as one.
      return rows.map((row) => ({ ...row, ...(dialect === 'mysql' && { moods: row.moods || null }) }));
    };
    const before = await all();
    const path = join(folder, 'films.csv');
    writeFileSync(path, await exported());
    await sql`delete from films`.execute(db);
    expect(await tables.imports.run('films', path, {}, null, {})).toMatchObject({
      created: lists.length,
      failed: 0,
    });
    expect(await all()).toEqual(before);
  });

  it('are set by the input of an action, which is checked in the same way', async () => {
    const seen: unknown[] = [];
    const set = { notes: { input: 'notes' }, script: { input: 'script' } };
    const input = { notes: { schema: notes }, script: true } as const;
    const acting = createTables({
      db,
      definitions: [
        films(dialect, {
          mark: { input, update: { set } },
          note: { input, row: (_row, { input: given }) => void seen.push(given) },
        }),
      ],
      routes,
    });
    const run = (action: string, given: object) =>
      acting.runAction('films', action, { meta: {}, input: given }, user);
    await sql`delete from films`.execute(db);
    const id = await create({});
    const { fields } = await acting.actionForm('films', 'mark', user);
    expect(fields).toMatchObject([
      { name: 'notes', isList: true, maxLength: 20 },
      { name: 'script', isJson: true },
    ]);
    await run('mark', { notes: ['a, b', 'NULL'], script: '[1.10]' });
    expect((await form(id)).values).toMatchObject({ notes: ['a, b', 'NULL'], script: '[1.10]' });
    await run('note', { notes: ['a', 'b'] });
    expect(seen).toEqual([{ notes: ['a', 'b'] }]);
    await expectRefused(run('mark', { notes: ['x'.repeat(21)] }), 'input.notes');
    await expectRefused(run('mark', { script: '{' }), 'input.script');
  });

  it('have faults of a file by row and column', async () => {
    const path = join(folder, 'faults.csv');
    writeFileSync(path, `title;notes;script;released\nA;"[""${'x'.repeat(21)}""]";{;1800\nB;a, b;{};2000\n`);
    const report = await tables.imports.run('films', path, {}, null, {});
    expect(report).toMatchObject({ created: 1, failed: 1 });
    expect(report.failures.flatMap(({ row, faults }) => faults.map(({ field }) => [row, field]))).toEqual([
      [2, 'notes'],
      [2, 'script'],
      [2, 'released'],
    ]);
  });
});
