import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTables, type TableDefinition, type TemplateJson, tableConfig } from '@rowhouse/tables';
import { sql } from 'kysely';
import { createTestDatabase, type TestDialect } from '../../../test/databases.ts';
import { summariesOf } from '../../tables/test/summaries.ts';
import { introspectTables } from '../src/introspect/index.ts';
import { routes } from './foundTables.ts';

type Row = Record<string, unknown>;

/** The tables of some statements, as they are detected, with what a reader sees of them. */
export async function storedTables(dialect: TestDialect, statements: readonly string[]) {
  const database = await createTestDatabase<unknown>(dialect);
  await database.db.connection().execute(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
  const found = await introspectTables({ db: database.db });
  const definitions = found.tables.map(({ definition }) => withGroups(definition));
  const tables = createTables({
    db: database.db,
    definitions,
    routes,
    config: tableConfig({ datetimeFormat: 'd-m-Y H:i:s' }),
  });
  const sorted = { columns: [{ name: 'id', meta: { sort: 'ASC' } }] };

  return {
    tables,
    destroy: () => database.destroy(),
    /** The cells of a column, in the order of their ids. */
    async cells(id: string, name: string, payload: Row = {}): Promise<unknown[]> {
      const { data } = await tables.data(id, { ...sorted, ...payload });

      return data.map((row) => JSON.parse(JSON.stringify(row))[name]);
    },
    /** Without rows, since the tests' driver of SQLite reads no large integers. */
    total: async (id: string) =>
      (await tables.data(id, { meta: { total: true, forceInfo: true, start: 1000 } })).total,
    statistics: async (id: string, name: string) =>
      (await summariesOf(tables, id).statistics(name)).statistics,
    found: async (id: string, name: string, operator: string, value?: unknown) => {
      const { data } = await tables.data(id, {
        ...sorted,
        where: { data: `${id}.${name}`, operator, ...(value !== undefined && { value }) },
      });

      return data.map((row) => Number(row.id));
    },
    /** The lines of a CSV file, without the header. */
    async csv(id: string, payload: Row = {}): Promise<string[]> {
      const output = new PassThrough();
      const [file] = await Promise.all([
        text(output),
        tables.exportRows(id, { ...sorted, ...payload }, null, { output, format: 'csv' }),
      ]);

      return file.trimEnd().split('\r\n').slice(1);
    },
  };
}

/** Detected columns cannot be grouped by themselves. */
function withGroups(definition: TableDefinition): TableDefinition {
  const template = definition.template as TemplateJson;
  const columns = template.columns.map((column) => {
    const meta = column.meta ?? [];

    return { ...column, meta: meta.includes('sortable') ? [...new Set([...meta, 'groupable'])] : meta };
  });

  return { ...definition, template: { ...template, lengthMenu: [1000], columns } as TemplateJson };
}

export type StoredTables = Awaited<ReturnType<typeof storedTables>>;
