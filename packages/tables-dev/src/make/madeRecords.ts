import type { TableRecords } from '@rowhouse/tables';
import { humanised } from '@rowhouse/tables/internal';
import { isBinary, isSpatial } from './columnTypes.ts';
import type { MadeQuery } from './MadeQuery.ts';

/**
 * How the records of a table are created, changed and deleted: with all columns that it shows, except those of bytes. Null for
 * what is no table, and for a table without a key of its own.
 */
export function madeRecords({ table, alias, keyOfRows, columns }: MadeQuery): TableRecords | null {
  const isTable = table.kind === 'table' || table.kind === 'partitioned table';
  const hasKey = keyOfRows.kind === 'primary' || keyOfRows.kind === 'unique';
  if (!isTable || !hasKey) return null;
  const shown = new Map(
    columns.flatMap((column) => (column.name === null ? [] : [[column.name, column.template]])),
  );
  const links = new Set(table.foreignKeys.flatMap((key) => (key.columns.length === 1 ? key.columns : [])));
  const fields = table.columns
    .filter(
      (column) =>
        shown.has(column.name) &&
        !column.name.includes('.') &&
        !isBinary(column) &&
        !isSpatial(column, 'mysql'),
    )
    .map(({ name, values }) => {
      const template = shown.get(name);
      const label = String(template?.label ?? humanised(name));

      return [
        template?.name ?? name,
        {
          column: `${alias}.${name}`,
          label: links.has(name) ? humanised(name.replace(/_?id$/i, '')) || label : label,
          // The values that occur are not all that are possible.
          ...(values === null && { enum: null }),
        },
      ] as const;
    });
  if (fields.length === 0) return null;

  return { fields: Object.fromEntries(fields), create: true, update: true, delete: true };
}
