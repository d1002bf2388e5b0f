import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { Catalogue } from './catalogue.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** A column of a table, by the database's names. */
export interface PlacedColumn {
  readonly schema: string;
  readonly name: string;
  readonly column: string;
}

/** The column that a foreign key of one column references; undefined for other columns. */
export type DeclaredReferences = (from: PlacedColumn) => PlacedColumn | undefined;

const known = new WeakMap<Catalogue, Promise<DeclaredReferences>>();

/**
 * The foreign keys of a database as they are declared, whether or not they are enforced for every row. Read once for each
 * state of the catalogue.
 */
export function declaredReferences(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  catalogue: Catalogue,
): Promise<DeclaredReferences> {
  const found = known.get(catalogue) ?? read(db, dialect, catalogue);
  known.set(catalogue, found);
  found.catch(() => known.delete(catalogue));

  return found;
}

async function read(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  { tables }: Catalogue,
): Promise<DeclaredReferences> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  if (schemas.length === 0) return () => undefined;
  const { rows } = await dialect.catalogue.keys(schemas).execute(db);
  const foreign = rows.filter(({ target_table: target }) => target !== null);
  const keys = Map.groupBy(foreign, (row) => JSON.stringify([row.schema_name, row.table_name, row.key_name]));
  const targets = new Map(
    [...keys.values()].flatMap(([key, ...others]) =>
      key?.target_schema && key.target_table && key.target_column && others.length === 0
        ? [
            [
              nameOf({ schema: key.schema_name, name: key.table_name, column: key.column_name }),
              { schema: key.target_schema, name: key.target_table, column: key.target_column },
            ] as const,
          ]
        : [],
    ),
  );

  return (from) => targets.get(nameOf(from));
}

function nameOf({ schema, name, column }: PlacedColumn): string {
  return JSON.stringify([schema, name, column]);
}
