import type { RecordField, RecordForm } from '@rowhouse/table-protocol';
import { createTables, routeRegistry, type TableDefinition, TableError, type Tables } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { madeRecords } from '../src/internal.ts';
import { type IntrospectedTable, introspectTables } from '../src/introspect/index.ts';
import { createFoundDatabase } from './foundDatabase.ts';

/** Creates, changes and deletes a record of every table of a database that nobody has described. */
describe.each(dialects)('records of detected tables, on %s', (dialect) => {
  const clinic = dialect === 'mysql' ? `test_records_${process.pid}` : 'clinic';
  let database: TestDatabase<unknown>;
  let db: Kysely<unknown>;
  let found: readonly IntrospectedTable[];
  let tables: Tables;
  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    db = database.db;
    await createFoundDatabase(db, dialect, clinic);
    if (dialect === 'postgres') {
      // The rows have numbers that the sequences do not know of.
      const { rows } = await sql<{ table: string }>`
        select attrelid::regclass::text as table from pg_attribute where attidentity = 'd'`.execute(db);
      for (const { table } of rows) {
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 10000)`.execute(db);
      }
    }
    const { tables: all } = await introspectTables({ db });
    found = all.filter(({ made }) => madeRecords(made) !== null);
    const definitions = found.map(
      ({ definition, made }) => ({ ...definition, records: madeRecords(made) }) as TableDefinition,
    );
    const names = ['init', 'tableData', 'create', 'store', 'edit', 'update', 'destroy'];
    const routes = routeRegistry(
      found.flatMap(({ id }) =>
        names.map((name) => ({
          name: `${id}.${name}`,
          path: `/${id.replaceAll('.', '/')}/${name}`,
          methods: ['GET', 'POST', 'PATCH', 'DELETE'],
        })),
      ),
    );
    tables = createTables({ db, definitions, routes });
  }, 60_000);
  afterAll(async () => {
    if (dialect === 'mysql') await sql`drop database if exists ${sql.id(clinic)}`.execute(db);
    await database.destroy();
  });

  const rowsOf = async ({ schema, name }: IntrospectedTable) => {
    const { rows } = await sql`select * from ${sql.id(schema, name)}`.execute(db);

    // SQLite keeps times as they were written.
    const text = (value: unknown) =>
      typeof value === 'bigint'
        ? `${value}`
        : typeof value === 'string'
          ? value.replace(/^(\d{4}-\d\d-\d\d)[T ](\S+?)(\.0+)?Z?$/, '$1 $2')
          : value;

    return rows.map((row) => JSON.stringify(row, (_, value) => text(value))).toSorted();
  };
  const firstRow = async (id: string) => {
    const { data } = await tables.data(id, { meta: { length: 10 } });

    return data[0] && String(data[0].dtRowId);
  };

  it('write every table with a key, and no view', () => {
    const names = found.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['customers', 'orders', 'order_items', 'with_unique_key', 'byte_keys']),
    );
    expect(names).not.toEqual(expect.arrayContaining(['without_key']));
    expect(names).not.toEqual(expect.arrayContaining(['order_totals']));
    expect(found.length).toBeGreaterThanOrEqual(22);
  });

  it('change each field and back, and nothing else', async () => {
    const changed: string[] = [];
    const refused: string[] = [];
    for (const table of found) {
      const row = await firstRow(table.id);
      if (row === undefined) continue;
      const before = await rowsOf(table);
      const { fields, values } = await tables.records.form(table.id, row);
      for (const field of fields.filter(({ readOnly }) => !readOnly)) {
        const other = otherValue(field, values[field.name]);
        if (other === undefined) continue;
        const place = `${table.id}.${field.name}: ${JSON.stringify(values[field.name])} → ${JSON.stringify(other)}`;
        const change = () =>
          tables.records.update(table.id, { row, values: { [field.name]: other }, expected: values });
        const fault = await refusalOf(change);
        if (fault !== null) {
          // Texts of types that the test does not know.
          refused.push(`${field.name} ${Object.keys(fault)}`);
          continue;
        }
        expect(await rowsOf(table), place).not.toEqual(before);
        await explain(place, () =>
          tables.records.update(table.id, { row, values: { [field.name]: values[field.name] } }),
        );
        expect(await rowsOf(table), place).toEqual(before);
        changed.push(table.name);
      }
    }
    expect(new Set(changed).size).toBeGreaterThanOrEqual(15);
    // But for a value that others refer to, and what MySQL says of a time.
    expect(refused.filter((each) => !/^(\w+) values\.\1$|^(area|at_time) values$/.test(each))).toEqual([]);
    expect(refused.length).toBeLessThan(15);
  }, 120_000);

  it('create a record like another one, and delete it', async () => {
    const created: string[] = [];
    for (const table of found) {
      const before = await rowsOf(table);
      if (table.name === 'byte_keys') {
        await expect(tables.records.form(table.id, null)).rejects.toMatchObject({
          code: 'tables.edit_refused',
        });
        continue;
      }
      const values = await valuesLike(table);
      const { dtRowId } = await explain(`${table.id} ${JSON.stringify(values)}`, () =>
        tables.records.create(table.id, { values }),
      );
      expect(await rowsOf(table), table.id).toHaveLength(before.length + 1);
      await explain(table.id, () => tables.records.delete(table.id, String(dtRowId), undefined));
      expect(await rowsOf(table), table.id).toEqual(before);
      created.push(table.name);
    }
    expect(created.length).toBe(found.length - 1);
  }, 120_000);

  /** Values of the first record that a new one can have, with another key. */
  async function valuesLike({ id, made }: IntrospectedTable): Promise<RecordForm['values']> {
    const links = made.table.foreignKeys.flatMap(({ columns }) => columns);

    const row = await firstRow(id);
    const { fields } = await tables.records.form(id, null);
    const like: RecordForm['values'] = row === undefined ? {} : (await tables.records.form(id, row)).values;

    return Object.fromEntries(
      fields.flatMap((field) => {
        const value = like[field.name] ?? null;
        const unique =
          field.required && !links.includes(field.name) ? otherValue(field, value ?? sample(field)) : value;

        return unique === null || unique === undefined ? [] : [[field.name, unique]];
      }),
    );
  }
});

const sample = ({ type }: RecordField) => (type === 'number' ? '1' : type === 'date' ? '2026-01-01' : 'x');

/** Another value of the same kind; undefined if none is known. */
function otherValue(
  { type, enum: labels = {}, maxLength = 10_000 }: RecordField,
  value: unknown,
): string | boolean | undefined {
  switch (type) {
    case 'boolean':
      return value !== true;
    case 'enum':
      return Object.keys(labels).find((key) => key !== value);
    case 'number':
      return value === '731' ? '732' : '731';
    case 'date':
      return value === '2026-02-03' ? '2026-02-04' : '2026-02-03';
    case 'string': {
      const text = String(value ?? '');
      if (/^[0-9a-f]{8}-/.test(text)) return `ffffffff${text.slice(8)}`;
      if (/^[[{]/.test(text)) return text.startsWith('{"') ? '{"other": true}' : undefined;

      return /^[\w .,~@-]*$/.test(text) && !/^\d{2}:/.test(text)
        ? `${text}zz`.slice(-Math.min(maxLength, 60))
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Fields that a change was refused for; null if it was not. */
async function refusalOf(run: () => Promise<unknown>): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    await run();

    return null;
  } catch (error) {
    if (!(error instanceof TableError) || error.status !== 422) throw error;

    return error.fields ?? {};
  }
}

/** Runs a change; its refusal says where it was. */
async function explain<T>(place: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { fields, cause } = error as TableError;
    throw new Error(`${place}: ${(error as Error).message} ${JSON.stringify(fields)} ${String(cause)}`, {
      cause: error,
    });
  }
}
