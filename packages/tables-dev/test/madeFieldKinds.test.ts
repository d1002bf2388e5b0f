import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { createTables, installImports, type TableDefinition, type Tables } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { createFilms, type Films, routes } from '../../tables/test/films.ts';
import { madeRecords } from '../src/internal.ts';
import { introspectTables } from '../src/introspect/index.ts';

/** Without a line about them: lists, years and JSON of a database that nobody has described. */
describe.each(dialects)('field kinds of detected tables, on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-made-films-'));
  let database: TestDatabase<Films>;
  let db: Kysely<Films>;
  let tables: Tables;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    db = database.db;
    await createFilms(db, dialect);
    const { tables: found } = await introspectTables({ db });
    const definitions = found.map(
      ({ definition, made }) =>
        ({ ...definition, records: { ...madeRecords(made), import: true } }) as TableDefinition,
    );
    await installImports(db);
    tables = createTables({ db, definitions, routes });
  });
  afterAll(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  it('are those of their columns', async () => {
    const { fields } = await tables.records.form('films', null);
    const field = (name: string) => fields.find((each) => each.name === name);
    expect(field('script')).toMatchObject({ type: 'string', isJson: true });
    expect(field('released')).toMatchObject({ type: 'number', decimals: 0, min: '1901', max: '2155' });
    if (dialect === 'sqlite') return;
    const keys = Object.keys(field('moods')?.enum ?? {});
    expect([field('moods')?.isList, field('moods')?.type, keys]).toEqual([
      true,
      'enum',
      ['calm', 'dark', "it's (5)"],
    ]);
    if (dialect === 'postgres') {
      expect(field('tags')).toMatchObject({ type: 'string', isList: true });
      expect(field('sizes')).toMatchObject({ type: 'number', isList: true });
    }
  });

  it('are imported exactly as they were exported', async () => {
    const script = '{"b": 12345678901234567890, "a": [1.10, "x, y"]}';
    const lists: readonly Readonly<Record<string, readonly (string | null)[]>>[] =
      dialect === 'postgres'
        ? [
            { tags: ['[1]', 'b'], moods: ['dark', "it's (5)"], sizes: ['3', '1'] },
            { tags: ['a, b', null, 'NULL', '', '{}', '"', '\\', ' x'], moods: [], codes: ['a'] },
            { tags: ['[x', 'y]'], prices: ['1.5', '2'] },
            { tags: ['plain', 'two words'] },
          ]
        : dialect === 'mysql'
          ? [{ moods: ['calm', "it's (5)"] }]
          : [{}];
    for (const [index, values] of lists.entries()) {
      const record = { title: `T${index}`, script, released: '1999', ...values };
      await tables.records.create('films', { values: record });
    }
    const columns = [...(await tables.records.form('films', null)).fields].map(({ name }) => name);
    const type = sql.raw(dialect === 'mysql' ? 'char' : 'text');
    const all = async () => {
      const texts = columns.map((name) => sql`cast(${sql.id(name)} as ${type}) as ${sql.id(name)}`);
      const { rows } = await sql`select ${sql.join(texts)} from films order by title`.execute(db);

      return rows;
    };
    const before = await all();
    const output = new PassThrough();
    const [csv] = await Promise.all([
      textOf(output),
      tables.exportRows('films', { columns: [] }, null, { output, format: 'csv' }),
    ]);
    const path = join(folder, 'films.csv');
    const withoutId = csv
      .split('\r\n')
      .map((line) => line.replace(/^(?:"[^"]*"|[^,;]*)[,;]/, ''))
      .join('\r\n');
    writeFileSync(path, withoutId);
    await sql`delete from films`.execute(db);
    const report = await tables.imports.run('films', path, {}, null, {});
    expect([report.created, report.failures]).toEqual([lists.length, []]);
    expect(await all()).toEqual(before);
  });
});
