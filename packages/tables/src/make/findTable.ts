import { TableError } from '../errors.ts';
import { tableLabel } from '../query/catalogue.ts';
import type { DescribedDatabase, DescribedTable } from './DescribedTable.ts';

/** Takes `table` or `schema.table` apart. */
export function wantedTable(wanted: string): { readonly schema: string | null; readonly name: string } {
  const dot = wanted.lastIndexOf('.');

  return { schema: dot < 0 ? null : wanted.slice(0, dot), name: wanted.slice(dot + 1) };
}

/** Finds `table` or `schema.table`. Throws `tables.not_found`. */
export function findTable({ tables }: DescribedDatabase, wanted: string): DescribedTable {
  const { schema, name } = wantedTable(wanted);
  const found = tables.find((table) =>
    schema === null ? table.name === name && table.isVisible : table.name === name && table.schema === schema,
  );
  if (found) return found;

  const elsewhere = tables.filter((table) => table.name === name);
  const known = (
    elsewhere.length > 0
      ? elsewhere
      : tables.filter((table) => (schema === null ? table.isVisible : table.schema === schema))
  )
    .filter((table) => !/^kysely_migration(_lock)?$/.test(table.name))
    .map(tableLabel)
    .toSorted();
  const place = schema === null ? 'The database' : `The schema ${JSON.stringify(schema)}`;
  const remedy =
    elsewhere.length > 0 ? `Write ${known.join(' or ')}.` : `It has ${known.join(', ') || 'none at all'}.`;

  throw new TableError(
    'tables.not_found',
    schema === null && elsewhere.length > 0
      ? `No table ${JSON.stringify(name)} is found without its schema. ${remedy}`
      : `${place} has no table ${JSON.stringify(name)}. ${remedy}`,
  );
}
