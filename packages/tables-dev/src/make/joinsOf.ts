import { type DatabaseNames, humanised } from '@rowhouse/tables/internal';
import { isSpeakable } from './columnTemplate.ts';
import type { DescribedColumn, DescribedDatabase, DescribedTable } from './DescribedTable.ts';
import type { MadeJoin } from './MadeQuery.ts';
import { labelOf } from './rowLabel.ts';
import { safeName, uniqueName } from './words.ts';

/** A referenced table with the column that shows the name of its rows. */
export interface NamedJoin {
  /** The column of the own table that it is shown next to. */
  readonly at: string;
  /** All columns of the foreign key. */
  readonly columns: readonly string[];
  readonly name: string;
  readonly label: string;
  readonly join: MadeJoin;
  /** The columns of the other table that name the row. */
  readonly called: readonly DescribedColumn[];
}

export interface JoinOptions {
  readonly alias: string;
  readonly isShown: (column: string) => boolean;
  /** Whether a column of another table may be shown. */
  readonly isLabel: (table: DescribedTable, column: DescribedColumn) => boolean;
  /** Names of columns that are taken; the names of joins are added. */
  readonly taken: Set<string>;
  readonly toHost: DatabaseNames['toHost'];
}

/** The tables that foreign keys reference, if they may be read and have a column with the name of their rows. */
export function joinsOf(
  table: DescribedTable,
  database: DescribedDatabase,
  { alias, isShown, isLabel, taken, toHost }: JoinOptions,
): NamedJoin[] {
  const aliases = new Set([alias]);

  return table.foreignKeys.flatMap(({ columns, target: named, targetColumns }): NamedJoin[] => {
    const target = database.find(named);
    const [first = ''] = columns;
    if (
      !target?.isReadable ||
      !isSpeakable(target.name) ||
      !isSpeakable(target.schema) ||
      !columns.every(isShown)
    )
      return [];

    const called = labelOf(
      target,
      target.columns.filter((column) => isLabel(target, column)),
    );
    const [naming] = called;
    const keys = targetColumns.flatMap((name) => target.columns.find((column) => column.name === name) ?? []);
    // A row that is named by its key is shown by the key already.
    if (!naming || keys.length < columns.length || targetColumns.includes(naming.name)) return [];
    // MySQL also references columns that are not unique, and a key does not hold for tables that inherit: rows would be
    // duplicated.
    if (!target.uniqueIndexes.some((unique) => unique.every((column) => targetColumns.includes(column))))
      return [];
    if (!keys.every(({ isReadable, name }) => isReadable && isSpeakable(name))) return [];

    const short = columns.length === 1 ? withoutId(first) : safeName(target.name);
    const own = safeName(target.name);
    const joined = uniqueName(aliases.has(own) ? `${withoutId(first)}_${own}` : own, aliases, toHost);
    const ending = called.length > 1 ? 'name' : naming.name;
    const name = uniqueName(taken.has(short) ? `${short}_${ending}` : short, taken, toHost);
    aliases.add(joined);
    taken.add(name);

    return [
      {
        at: first,
        columns,
        name,
        label: humanised(short) || short,
        called,
        join: {
          table: target,
          alias: joined,
          on: targetColumns.map((column, index) => [column, `${alias}.${columns[index] ?? ''}`] as const),
          reads: [...keys, ...called],
        },
      },
    ];
  });
}

function withoutId(name: string): string {
  return safeName(name.replace(/_?id$/i, '') || name);
}
