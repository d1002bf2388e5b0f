import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TableDefinition } from '@rowhouse/tables';
import { templateSchema } from '@rowhouse/tables/internal';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createShop, fillShop, type Shop } from '../../tables/test/shop.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from '../../tables/test/support.ts';
import { checkTables, makeTable } from '../src/index.ts';
import { listedValues } from '../src/make/listedValues.ts';
import { structure } from '../src/make/structure.ts';

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

  const make = async (table: string, name?: string, key?: string) => {
    const made = await makeTable(database.db, { table, ...(name && { name }), ...(key && { key }), folder });
    await writeFile(join(folder, `${made.name}.json`), made.json);
    await writeFile(join(folder, `${made.name}.ts`), made.definition);
    const module: Record<string, TableDefinition> = await import(join(folder, `${made.name}.ts`));
    const definition = module[made.name];
    if (!definition) throw new Error(`${made.name}.ts exports no ${made.name}.`);

    return {
      ...made,
      tables: tablesOf(database.db, definition),
      template: JSON.parse(made.json),
      enums: definition.enums,
    };
  };

  it('has no faults, and is served: joined, sorted, searched, totalled', async () => {
    const { tables, template, leftOut } = await make('orders');

    expect(await checkTables(tables)).toMatchObject([{ table: 'orders', faults: [] }]);
    expect(leftOut).toEqual([]);
    expect(template.columns.find(({ name }: { name: string }) => name === 'customer')).toMatchObject({
      label: 'Customer',
      data: 'customers.name',
      meta: ['searchable', 'sortable', 'filterable', 'groupable'],
    });
    const response = await tables.data('orders', { meta: { search: 'Ada', length: 10 } });
    expect(response.count).toBe(60);
    expect(response.filtered).toBe(6);
    expect(response.data.every(({ customer }) => customer === 'Ada')).toBe(true);
    expect(Object.keys(response.total)).toContain('total');
    const byPlace = { columns: [{ name: 'placed_at', meta: { sort: 'ASC' } }], meta: { sort: true } };
    expect((await tables.data('orders', byPlace)).data).toHaveLength(10);
  });

  it('omits columns with secret names, and reports them', async () => {
    const { tables, template, leftOut, definition } = await make('customers', 'buyers');

    expect(leftOut).toEqual([
      expect.stringMatching(/^customers\.password was left out: by its name it is a secret/),
    ]);
    expect(JSON.stringify(template)).not.toContain('password');
    expect(template.routePrefix).toBe('buyers');
    expect(definition).not.toContain("'customers.password'");
    expect(await checkTables(tables)).toMatchObject([{ faults: [] }]);
    expect((await tables.data('buyers', {})).data[0]).not.toHaveProperty('password');
  });

  it('keeps to the schema of templates', async () => {
    const { template } = await make('countries');

    expect(Object.keys(template).every((key) => Object.hasOwn(templateSchema.properties, key))).toBe(true);
  });

  it('has filters of enumerations where a check lists the values', async () => {
    await sql`create table deliveries (id integer primary key, size varchar(9) not null check (size in ('small', 'big')),
      state varchar(9), weight integer, mark varchar(9) check (mark in ('a', 'b') or mark like 'x%'),
      constraint delivery_states check (state in ('on_way', 'here')), check (weight in (1, 2)))`.execute(
      database.db,
    );
    await sql`insert into deliveries values (1, 'small', 'here', 1, 'a'), (2, 'big', 'on_way', 2, 'b')`.execute(
      database.db,
    );
    const { tables, enums, template } = await make('deliveries');

    expect(enums).toEqual({
      size: { small: 'Small', big: 'Big' },
      state: { on_way: 'On way', here: 'Here' },
    });
    expect(
      template.columns.flatMap(({ name, enum: own }: Record<string, string>) => (own ? [name] : [])),
    ).toEqual(['size', 'state']);
    expect((await checkTables(tables))[0]?.faults).toEqual([]);
    expect((await tables.data('deliveries', { filters: { deliveries: { state: 'here' } } })).filtered).toBe(
      1,
    );
  });

  it('is not made without its checks where they cannot be read', async () => {
    const { checks } = structure[dialect];
    const failing = vi
      .spyOn(structure[dialect], 'checks')
      .mockImplementation((schemas) => sql`${checks(schemas)} of nothing`);
    try {
      await expect(make('customers')).rejects.toThrow(/syntax/);
    } finally {
      failing.mockRestore();
    }
  });

  if (dialect === 'mysql') {
    it('has the values of its own checks, where those of another table have the same name', async () => {
      for (const [name, values] of [
        ['parcels', "'light', 'heavy'"],
        ['letters', "'plain', 'express'"],
      ] as const) {
        await sql`create table ${sql.table(name)} (id integer primary key, kind varchar(9),
          constraint kinds check (kind in (${sql.raw(values)})))`.execute(database.db);
      }

      expect((await make('parcels')).enums).toEqual({ kind: { light: 'Light', heavy: 'Heavy' } });
      expect((await make('letters')).enums).toEqual({ kind: { plain: 'Plain', express: 'Express' } });
    });

    it('reads the values of checks on MySQL 8, which stores them elsewhere and escapes quotes twice', async () => {
      // The result of MySQL, in tables of the test's own.
      for (const statement of [
        'create table check_constraints (constraint_schema varchar(64), constraint_name varchar(64), check_clause text)',
        `create table table_constraints (constraint_schema varchar(64), constraint_name varchar(64), table_name varchar(64),
          constraint_type varchar(20))`,
        "insert into table_constraints values ('shop', 'sizes', 'deliveries', 'CHECK'), ('shop', 'sizes', 'others', 'UNIQUE')",
      ]) {
        await sql.raw(statement).execute(database.db);
      }
      const clause = String.raw`("size" in (_utf8mb4\'small\',_utf8mb4\'big\'))`;
      await sql`insert into check_constraints values ('shop', 'sizes', ${clause})`.execute(database.db);
      const { sql: text } = structure.mysql.checks(['shop']).compile(database.db);
      const onMysql = text
        .replaceAll('information_schema.', '')
        .replace(/\/\*!80016 ([\s\S]*?)\*\//g, '$1')
        .replace('?', "'shop'");
      const { rows } = await sql.raw<{ table_name: string; text: string }>(onMysql).execute(database.db);

      expect(rows).toMatchObject([{ schema_name: 'shop', table_name: 'deliveries' }]);
      expect(rows.flatMap((row) => listedValues(row.text))).toEqual([
        { column: 'size', values: ['small', 'big'] },
      ]);
    });
  }

  if (dialect === 'postgres') {
    it('has columns of the type that a domain is made of, and filters by what its check lists', async () => {
      await sql`create domain level as varchar(9) check (value in ('low', 'high'))`.execute(database.db);
      await sql`create domain inner_level as level`.execute(database.db);
      await sql`create domain amount as numeric(10, 2) check (value > 0)`.execute(database.db);
      await sql`create table "warnings" (id integer primary key, level inner_level, total amount)`.execute(
        database.db,
      );
      const { enums, template } = await make('warnings');

      expect(enums).toEqual({ level: { low: 'Low', high: 'High' } });
      expect(template.columns.find(({ name }: { name: string }) => name === 'total')).toMatchObject({
        number: { precision: 2 },
      });
    });
  }

  it('is refused for a missing table, without a key, or under an invalid name', async () => {
    await database.db.schema.createTable('keyless').addColumn('a', 'integer').execute();

    expect((await refusal(makeTable(database.db, { table: 'nothing' }))).message).toMatch(
      /no table "nothing"\. It has .*countries, customers/,
    );
    expect((await refusal(makeTable(database.db, { table: 'keyless' }))).message).toMatch(
      /"keyless" has no primary key to identify its rows\. Name a column that is unique and never null: --key/,
    );
    expect((await refusal(makeTable(database.db, { table: 'keyless', key: 'b' }))).message).toContain(
      'has no column "b" to identify its rows by. It has a.',
    );
    expect((await refusal(makeTable(database.db, { table: 'orders', name: '1 x' }))).code).toBe(
      'tables.invalid_request',
    );
    expect((await makeTable(database.db, { table: 'orders', name: 'delete' })).name).toBe('deleteTable');
  });

  it('searches case-insensitively', async () => {
    const { tables } = await make('orders', 'anyCase');

    expect((await tables.data('anyCase', { meta: { search: 'aDA' } })).filtered).toBe(6);
  });

  it('is made from a view, whose key has to be named', async () => {
    await sql`create view paid_orders as select id, number from orders where paid = ${sql.lit(true)}`.execute(
      database.db,
    );

    expect((await refusal(makeTable(database.db, { table: 'paid_orders' }))).message).toMatch(
      /^"paid_orders" is a view, .* Name a column that is unique and never null: --key/,
    );
    const { tables, template } = await make('paid_orders', 'paidOrders', 'id');
    expect(template.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'number']);
    expect(await checkTables(tables)).toMatchObject([{ faults: [] }]);
    const paid = (await tables.data('paidOrders', {})).count;
    expect(paid).toBe((await tables.data('paidOrders', { meta: { length: 10 } })).count);
    expect(paid).toBeGreaterThan(0);
  });

  it('has filters of enumerated types, and columns of JSON and arrays', async () => {
    const types = {
      postgres: ['state', 'jsonb', 'text[]'],
      mysql: [`enum('new','it''s "here"','a\\\\b','sent')`, 'json', 'text'],
      sqlite: ['varchar(20)', 'json', 'text'],
    }[dialect];
    if (dialect === 'postgres') {
      await sql`create type state as enum ('new', 'it''s "here"', 'a\\b', 'sent')`.execute(database.db);
    }
    await sql`create table shipments (id integer not null primary key, state ${sql.raw(types[0] ?? '')},
      size ${sql.raw(types[1] ?? '')}, labels ${sql.raw(types[2] ?? '')})`.execute(database.db);
    const labels = dialect === 'postgres' ? sql`array['a', 'b']` : sql`'["a","b"]'`;
    await sql`insert into shipments values (1, 'new', '{"width": 2}', ${labels}), (2, ${'it\'s "here"'}, null, null),
      (3, ${'a\\b'}, null, null)`.execute(database.db);

    const { tables, template, leftOut, enums } = await make('shipments');
    const column = (wanted: string) => template.columns.find(({ name }: { name: string }) => name === wanted);

    expect(leftOut).toEqual([]);
    expect(await checkTables(tables)).toMatchObject([{ faults: [] }]);
    expect(JSON.stringify((await tables.data('shipments', {})).data)).toMatch(/width.*a.*b/);
    if (dialect === 'sqlite') return; // It has no enumerated types.

    expect(column('state')).toMatchObject({ enum: 'state', meta: ['sortable', 'filterable', 'groupable'] });
    expect(enums?.state).toEqual({
      new: 'new',
      'it\'s "here"': 'it\'s "here"',
      'a\\b': 'a\\b',
      sent: 'sent',
    });
    for (const [id, value] of [
      [1, 'new'],
      [2, 'it\'s "here"'],
      [3, 'a\\b'],
    ] as const) {
      const { data } = await tables.data('shipments', { filters: { shipments: { state: [value] } } });
      expect(data.map(({ dtRowId }) => Number(dtRowId))).toEqual([id]);
    }
  });

  it('is made from a table of another schema, and joins its neighbours', async () => {
    const clinic = dialect === 'mysql' ? `test_made_${process.pid}_${Date.now()}` : 'clinic';
    const db = database.db as unknown as Kysely<unknown>;
    const create = { postgres: 'create schema', mysql: 'create database', sqlite: "attach ':memory:' as" };
    const inClinic = dialect === 'sqlite' ? '' : `${clinic}.`;
    try {
      for (const statement of [
        `${create[dialect]} ${clinic}`,
        `create table ${clinic}.doctors (id integer not null primary key, name varchar(40) not null)`,
        `create table ${clinic}.visits (id integer not null primary key, reason varchar(40) not null, doctor_id integer,
          foreign key (doctor_id) references ${inClinic}doctors (id))`,
        `insert into ${clinic}.doctors values (1, 'Ada'), (2, 'Bob')`,
        `insert into ${clinic}.visits values (1, 'Cough', 2), (2, 'Fever', 1)`,
      ]) {
        await sql.raw(statement).execute(db);
      }
      const { tables, definition } = await make(`${clinic}.visits`, 'visits');

      expect(definition).toContain(
        dialect === 'sqlite' ? `.selectFrom('visits')` : `.selectFrom('${clinic}.visits as visits')`,
      );
      expect(await checkTables(tables)).toMatchObject([{ faults: [] }]);
      const { data } = await tables.data('visits', { meta: { search: 'ada' } });
      expect(data).toMatchObject([{ reason: 'Fever', doctor: 'Ada' }]);
      if (dialect !== 'sqlite') {
        expect((await refusal(makeTable(db, { table: 'visits' }))).message).toMatch(
          new RegExp(`^The table "visits" is in another schema\\. Write .*${clinic}\\.visits`),
        );
      }
      expect((await refusal(makeTable(db, { table: `${clinic}.nurses` }))).message).toBe(
        dialect === 'sqlite'
          ? `The schema "${clinic}" has no table "nurses". It has doctors, visits.`
          : `The schema "${clinic}" has no table "nurses". It has ${clinic}.doctors, ${clinic}.visits.`,
      );
    } finally {
      if (dialect === 'mysql') await sql`drop database if exists ${sql.id(clinic)}`.execute(db);
    }
  });
});
