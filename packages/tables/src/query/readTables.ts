import type { Kysely, TableMetadata } from 'kysely';
import type { AnyDatabase } from '../definition/defineTable.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** Tables of the database. Where several schemas have one of the name, only that which the name alone stands for. */
export async function readTables(db: Kysely<AnyDatabase>, dialect: Dialect): Promise<TableMetadata[]> {
  const [tables, path] = await Promise.all([
    db.introspection.getTables({ withInternalKyselyTables: false }),
    dialect.searchPath?.execute(db),
  ]);
  const schemas = path?.rows.map(({ schema }) => schema) ?? [];

  return [...Map.groupBy(tables, ({ name }) => name).values()].flatMap((named) => {
    const schema = schemas.find((candidate) => named.some((table) => table.schema === candidate));

    return schema === undefined ? named : named.filter((table) => table.schema === schema);
  });
}
