import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { Catalogue } from './catalogue.ts';
import type { KeyRow, NamedTable } from './dialects/CatalogueQueries.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** A column of a table, by the database's names. */
export interface QualifiedColumn {
  readonly schema: string;
  readonly name: string;
  readonly column: string;
}

/** A foreign key as it is declared, by the database's names. */
export interface DeclaredKey {
  readonly schema: string;
  readonly name: string;
  /** Column → column of the referenced table. */
  readonly columns: ReadonlyMap<string, string>;
  readonly target: { readonly schema: string; readonly name: string };
  /** What a deletion of the referenced row does with the rows; null if it does nothing. */
  readonly onDelete: KeyRow['delete_rule'];
}

const known = new WeakMap<Catalogue, Promise<readonly DeclaredKey[]>>();

/**
 * The foreign keys of a database as they are declared, whether or not they are enforced for every row. Read once for each
 * state of the catalogue.
 */
export function declaredKeys(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  catalogue: Catalogue,
): Promise<readonly DeclaredKey[]> {
  const found = known.get(catalogue) ?? read(db, dialect, catalogue);
  known.set(catalogue, found);
  found.catch(() => known.delete(catalogue));

  return found;
}

/** The column that a foreign key of this one column references; undefined for other columns. */
export function referenceOf(
  keys: readonly DeclaredKey[],
  from: QualifiedColumn,
): QualifiedColumn | undefined {
  const key = keys.find(
    ({ schema, name, columns }) =>
      schema === from.schema && name === from.name && columns.size === 1 && columns.has(from.column),
  );
  const column = key?.columns.get(from.column);

  return key && column !== undefined ? { ...key.target, column } : undefined;
}

/** The foreign keys that refer to a table, in the order of their tables. */
export function keysTo(keys: readonly DeclaredKey[], { schema, name }: NamedTable): readonly DeclaredKey[] {
  return keys.filter(({ target }) => target.schema === schema && target.name === name);
}

async function read(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  { tables }: Catalogue,
): Promise<readonly DeclaredKey[]> {
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  if (schemas.length === 0) return [];
  const { rows } = await dialect.catalogue.keys(schemas).execute(db);
  const foreign = rows.filter(({ target_table: target }) => target !== null);
  const keys = Map.groupBy(foreign, (row) => JSON.stringify([row.schema_name, row.table_name, row.key_name]));

  return [...keys.values()].flatMap((parts): DeclaredKey[] => {
    const [first] = parts;
    if (!first?.target_schema || !first.target_table) return [];
    const columns = parts.flatMap(({ column_name: own, target_column: target }) =>
      target === null ? [] : [[own, target] as const],
    );

    return columns.length < parts.length
      ? []
      : [
          {
            schema: first.schema_name,
            name: first.table_name,
            columns: new Map(columns),
            target: { schema: first.target_schema, name: first.target_table },
            onDelete: first.delete_rule,
          },
        ];
  });
}
