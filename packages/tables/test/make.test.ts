import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { makeTable, type TableDefinition, templateSchema } from '../src/index.ts';
import { createShop, fillShop, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

/** Inside the repository, so that what is written there can import the package by its name. */
const output = resolve(import.meta.dirname, '../../../test-output');

describe.each(dialects)('a table made from one of the database, on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let folder: string;

  beforeAll(async () => {
    await mkdir(output, { recursive: true });
    folder = await mkdtemp(join(output, 'made-'));
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, 60);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
    await database.destroy();
  });

  const make = async (table: string, name?: string) => {
    const made = await makeTable(database.db, { table, ...(name && { name }), folder });
    await writeFile(join(folder, `${made.name}.json`), made.json);
    await writeFile(join(folder, `${made.name}.ts`), made.definition);
    const module: Record<string, TableDefinition> = await import(join(folder, `${made.name}.ts`));
    const definition = module[made.name];
    if (!definition) throw new Error(`${made.name}.ts exports no ${made.name}.`);

    return { ...made, tables: tablesOf(database.db, definition), template: JSON.parse(made.json) };
  };

  it('has no faults, and is served: joined, sorted, searched, totalled', async () => {
    const { tables, template, leftOut } = await make('orders');

    expect(await tables.faults()).toMatchObject([{ table: 'orders', faults: [] }]);
    expect(leftOut).toEqual([]);
    expect(template.columns.find(({ name }: { name: string }) => name === 'customer')).toMatchObject({
      label: 'Customer',
      data: 'customers.name',
      meta: ['searchable', 'sortable'],
    });
    const answer = await tables.data('orders', { meta: { search: 'Ada', length: 10 } });
    expect(answer.count).toBe(60);
    expect(answer.filtered).toBe(6);
    expect(answer.data.every(({ customer }) => customer === 'Ada')).toBe(true);
    expect(Object.keys(answer.total)).toContain('total');
    const byPlace = { columns: [{ name: 'placed_at', meta: { sort: 'ASC' } }], meta: { sort: true } };
    expect((await tables.data('orders', byPlace)).data).toHaveLength(10);
  });

  it('leaves out what is secret by its name, and says so', async () => {
    const { tables, template, leftOut, definition } = await make('customers', 'buyers');

    expect(leftOut).toEqual([
      expect.stringMatching(/^customers\.password was left out: by its name it is a secret/),
    ]);
    expect(JSON.stringify(template)).not.toContain('password');
    expect(template.routePrefix).toBe('buyers');
    expect(definition).not.toContain("'customers.password'");
    expect(await tables.faults()).toMatchObject([{ faults: [] }]);
    expect((await tables.data('buyers', {})).data[0]).not.toHaveProperty('password');
  });

  it('keeps to the schema of templates', async () => {
    const { template } = await make('countries');

    expect(Object.keys(template).every((key) => Object.hasOwn(templateSchema.properties, key))).toBe(true);
  });

  it('is refused of a table that is not there, without a key, or under a name that none can have', async () => {
    await database.db.schema.createTable('keyless').addColumn('a', 'integer').execute();

    expect((await refusal(makeTable(database.db, { table: 'nothing' }))).message).toMatch(
      /no table "nothing"\. It has countries, customers/,
    );
    expect((await refusal(makeTable(database.db, { table: 'keyless' }))).message).toContain(
      'no primary key of one column',
    );
    expect((await refusal(makeTable(database.db, { table: 'orders', name: '1 x' }))).code).toBe(
      'tables.invalid_request',
    );
    expect((await makeTable(database.db, { table: 'orders', name: 'delete' })).name).toBe('deleteTable');
  });
});
