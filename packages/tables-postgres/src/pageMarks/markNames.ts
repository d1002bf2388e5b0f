import { createHash } from 'node:crypto';
import type { SqlValue } from '@rowhouse/drivers/internal';
import { sql } from 'kysely';

/** A sort by columns of one table, all in the same direction; the last columns make it unique. */
export interface MarkedSort {
  /** In the form of `installPageMarks`. */
  readonly table: string;
  readonly columns: readonly string[];
}

/** The table of the marks of a sort, which exists if they are installed. The names of its other parts begin with it. */
export function nameOf({ table, columns }: MarkedSort): string {
  const hash = createHash('md5')
    .update(JSON.stringify([table, columns]))
    .digest('hex');

  return `rowhouse_marks_${hash.slice(0, 16)}`;
}

/** What a function of marks is called, in quotes. */
export function functionOf(name: string, does: 'total' | 'place' | 'keep' | 'record'): string {
  return quoted(`${name}_${does}`);
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The table of a sort, as SQL. */
export function sourceOf({ table }: MarkedSort): string {
  return table.split('.').map(quoted).join('.');
}

/** `"placed_at", "id"`; with an alias, `m."placed_at", m."id"`. */
export function keysOf({ columns }: MarkedSort, alias?: string): string {
  return columns.map((column) => `${alias === undefined ? '' : `${alias}.`}${quoted(column)}`).join(', ');
}

/** What the programs of a sort have in common: placeholder → SQL. */
export function placeholdersOf(sort: MarkedSort, schemas: string): Readonly<Record<string, SqlValue>> {
  const { table, columns } = sort;
  const source = sourceOf(sort);
  const numbered = columns.map((column, index) => ({ column: quoted(column), number: `k${index + 1}` }));
  const directed = (list: string, direction = '') =>
    direction === '' ? list : `${list.replaceAll(', ', ` ${direction}, `)} ${direction}`;

  return {
    schemas,
    name: nameOf(sort),
    source,
    sourceName: sql.lit(source),
    table: `'${table.replaceAll("'", "''")}'`,
    columns: sql.lit(`{${columns.map(quoted).join(',')}}`),
    keys: (alias, direction) => directed(keysOf(sort, alias), direction),
    firstKey: numbered[0]?.column ?? '',
    // Of results, whose columns are called k1, k2 … whatever the columns of the sort are called.
    numbers: (direction) => directed(numbered.map(({ number }) => number).join(', '), direction),
    numberedKeys: (alias) =>
      numbered.map(({ column, number }) => `${alias}.${column} as ${number}`).join(', '),
    types: numbered.map(({ column, number }) => `${number} ${source}.${column}%type`).join(', '),
    atOrAfter: (alias, mark) => atOrAfter(sort, alias as string, mark as string),
  };
}

/** In the table also by the first column alone: PostgreSQL leaves partitions out by that. */
function atOrAfter(sort: MarkedSort, alias: string, mark: string): string {
  const [firstKey] = keysOf(sort, alias).split(', ');
  const marked = keysOf(sort, mark)
    .split(', ')
    .map((key) => `(select ${key} from ${mark})`);
  const byRow = `(${keysOf(sort, alias)}) >= (${marked.join(', ')})`;

  return alias === 's' ? `${firstKey} >= ${marked[0]} and ${byRow}` : byRow;
}
