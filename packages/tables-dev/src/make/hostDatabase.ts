import { type DatabaseNames, sameNames } from '@rowhouse/tables/internal';
import type {
  DescribedDatabase,
  DescribedForeignKey,
  DescribedTable,
  LeftOut,
  NamedTable,
} from './DescribedTable.ts';

/** A database by the names in the application's queries, if a plugin renames tables and columns. */
export interface HostDatabase extends DescribedDatabase {
  /** A table by that name; undefined if no query can name it. */
  hostTable(table: DescribedTable): DescribedTable | undefined;
}

/** Omits tables that no query can name; columns without a name are in `unnamed`, and their keys are omitted. */
export function hostDatabase(database: DescribedDatabase, names: DatabaseNames): HostDatabase {
  if (names === sameNames) return { ...database, hostTable: (table) => table };

  const { toDatabase } = names;
  const known = new Map<DescribedTable, DescribedTable | undefined>();
  const hostTable = (table: DescribedTable) => {
    if (!known.has(table)) known.set(table, renamed(table, database, names));
    return known.get(table);
  };

  return {
    tables: database.tables.flatMap((table) => hostTable(table) ?? []),
    find: ({ schema, name }) => {
      const own = toDatabase(name);
      const found =
        database.find({ schema, name: own }) ?? database.find({ schema: toDatabase(schema), name: own });

      return found && hostTable(found);
    },
    hostTable,
  };
}

/** Why queries cannot name one of these; null if they can name all. */
export function reasonAgainstNaming(identifiers: readonly string[], names: DatabaseNames): string | null {
  const unnamed = identifiers.find((part) => !isNamed(part, names));
  if (unnamed === undefined) return null;

  const host = names.toHost(unnamed);

  return `The plugin of the database that renames (CamelCasePlugin) turns "${unnamed}" into "${host}", and that into "${names.toDatabase(host)}".`;
}

/** The remedy. */
export const namingRemedy =
  'Give it the option that turns it back, such as underscoreBeforeDigits, or write the definition by hand.';

/** The name of a table in queries, with its schema only if necessary. */
export function namesOf({ schema, name, isVisible }: DescribedTable): readonly string[] {
  return isVisible ? [name] : [schema, name];
}

function isNamed(name: string, { toHost, toDatabase }: DatabaseNames): boolean {
  return toDatabase(toHost(name)) === name;
}

function renamed(
  table: DescribedTable,
  database: DescribedDatabase,
  names: DatabaseNames,
): DescribedTable | undefined {
  if (!namesOf(table).every((part) => isNamed(part, names))) return undefined;

  const { toHost } = names;
  const isColumn = (name: string) => isNamed(name, names);
  const areNamed = (columns: readonly string[]) => columns.every(isColumn);
  const keys = (all: readonly (readonly string[])[]) =>
    all.filter(areNamed).map((columns) => columns.map(toHost));

  return {
    ...table,
    ...hostName(table, names),
    columns: table.columns
      .filter(({ name }) => isColumn(name))
      .map((column) => ({ ...column, name: toHost(column.name) })),
    unnamed: table.columns.flatMap(({ name }) => unnamedColumn(name, names)),
    primaryKey: keys([table.primaryKey])[0] ?? [],
    uniqueKeys: keys(table.uniqueKeys),
    uniqueIndexes: keys(table.uniqueIndexes),
    repeatedNames: keys(table.repeatedNames),
    // SQLite ignores the case.
    rowid: table.rowid !== null && toHost(table.rowid) === table.rowid ? table.rowid : null,
    foreignKeys: table.foreignKeys.flatMap((key): DescribedForeignKey[] => {
      const target = database.find(key.target);
      const parts = target ? [...namesOf(target), ...key.columns, ...key.targetColumns] : [];

      return target && areNamed(parts)
        ? [
            {
              columns: key.columns.map(toHost),
              target: hostName(target, names),
              targetColumns: key.targetColumns.map(toHost),
            },
          ]
        : [];
    }),
    indexed: new Set([...table.indexed].filter(isColumn).map(toHost)),
  };
}

function unnamedColumn(name: string, names: DatabaseNames): LeftOut[] {
  const host = names.toHost(name);

  return isNamed(name, names)
    ? []
    : [
        {
          column: name,
          reason: `rows have it as ${host}, which queries turn into ${names.toDatabase(host)}. Select it by hand.`,
        },
      ];
}

/** The schema of a table that is found without it keeps its name. */
function hostName({ schema, name, isVisible }: DescribedTable, { toHost }: DatabaseNames): NamedTable {
  return { schema: isVisible ? schema : toHost(schema), name: toHost(name) };
}
