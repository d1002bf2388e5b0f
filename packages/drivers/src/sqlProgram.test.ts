import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SqlValue, sqlProgram } from './sqlProgram.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (introspected) => new PostgresIntrospector(introspected),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

describe('a program in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sql-'));
    mkdirSync(join(folder, 'sql'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function compiled(text: string, values?: Readonly<Record<string, SqlValue>>) {
    writeFileSync(join(folder, 'sql/statement.sql'), text);
    const module = pathToFileURL(join(folder, 'module.js')).href;
    const { sql: statement, parameters } = sqlProgram(module, 'statement', values).compile(db);

    return { statement, parameters };
  }

  it('is sent without the comments before it and the line break after it, otherwise unchanged', () => {
    const body = "create function f() as $$\n    -- Kept.\n  select '{}', $1, '\\x00'\n$$";

    expect(compiled(`-- What it is for.\n-- And why.\n${body}\n`)).toEqual({
      statement: body,
      parameters: [],
    });
  });

  it('gets texts as SQL, expressions with their parameters, and results for the words of a placeholder', () => {
    const keys = (alias: string, direction = '') =>
      ['a', 'b'].map((key) => `${alias}.${key}${direction && ` ${direction}`}`).join(', ');

    expect(
      compiled('select {{keys m}} from {{table}} as m where {{condition}} order by {{keys m desc}}', {
        table: sql.table('sales.orders'),
        keys,
        condition: sql`m.a > ${5}`,
      }),
    ).toEqual({
      statement: 'select m.a, m.b from "sales"."orders" as m where m.a > $1 order by m.a desc, m.b desc',
      parameters: [5],
    });
  });

  it('is refused without a value for a placeholder', () => {
    expect(() => compiled('drop table {{table}}', { tables: 'a' })).toThrow(
      /statement\.sql needs a value for \{\{table\}\}/,
    );
  });
});
