import type { DescribedForeignKey, DescribedTable, NamedTable } from '../make/DescribedTable.ts';
import type { MadeQuery } from '../make/MadeQuery.ts';
import { columnIn } from '../make/SqlText.ts';
import type { TableReference, TableReferrer } from './IntrospectedTable.ts';

/** A served table with its id. */
export interface LinkedTable {
  readonly id: string;
  readonly made: MadeQuery;
}

export interface TableLinks {
  readonly references: readonly TableReference[];
  readonly referencedBy: readonly TableReferrer[];
}

/** Links between the rows of the tables, by the database's foreign keys. */
export function linksOf(tables: readonly LinkedTable[]): ReadonlyMap<LinkedTable, TableLinks> {
  const named = new Map(tables.map((entry) => [nameOf(entry.made.table), entry]));
  const links = tables.flatMap((from) =>
    from.made.table.foreignKeys.flatMap((foreignKey) => {
      const to = named.get(nameOf(foreignKey.target));
      return to ? [{ from, to, foreignKey }] : [];
    }),
  );
  const outgoing = Map.groupBy(links, ({ from }) => from);
  const incoming = Map.groupBy(links, ({ to }) => to);

  return new Map(
    tables.map((entry) => [
      entry,
      {
        references: (outgoing.get(entry) ?? []).map(({ to, foreignKey }) => ({
          columns: foreignKey.columns,
          table: to.id,
          label: labelColumn(entry.made, foreignKey),
          params: paramsOf(to.made, foreignKey.targetColumns, entry.made, foreignKey.columns),
        })),
        referencedBy: (incoming.get(entry) ?? []).map(({ from, foreignKey }) => ({
          table: from.id,
          columns: foreignKey.columns,
          params: paramsOf(from.made, foreignKey.columns, entry.made, foreignKey.targetColumns),
        })),
      },
    ]),
  );
}

/** Params of a table for its columns, with the attributes of the other table's rows that contain the values. */
function paramsOf(
  to: MadeQuery,
  columns: DescribedForeignKey['columns'],
  from: MadeQuery,
  attributes: readonly string[],
): Readonly<Record<string, string>> | null {
  const pairs = columns.flatMap((column, index) => {
    const attribute = attributeOf(from, attributes[index] ?? '');
    return Object.hasOwn(to.filterParams, column) && attribute !== null ? [[column, attribute] as const] : [];
  });

  return pairs.length === columns.length ? Object.fromEntries(pairs) : null;
}

/** The attribute of a row with the stored value of a column; dates and other values may be formatted. */
function attributeOf({ rowId, alias, columns, table }: MadeQuery, name: string): string | null {
  if (columnIn(rowId) === `${alias}.${name}`) return 'dtRowId';

  const column = columns.find((made) => made.name === name);
  const kind = table.columns.find((described) => described.name === name)?.kind;

  return column && columnIn(column.selection) && (kind === 'integer' || kind === 'text' || kind === 'other')
    ? column.template.name
    : null;
}

/** The column of the joined row, by a join on all columns of the foreign key. */
function labelColumn(
  { joins, columns, alias }: MadeQuery,
  { columns: own }: DescribedForeignKey,
): string | null {
  const joined = joins.find(
    ({ on }) => on.length === own.length && on.every(([, from], index) => from === `${alias}.${own[index]}`),
  );
  const label = columns.find(
    ({ name, selection }) => name === null && joined && selection.columns[0]?.startsWith(`${joined.alias}.`),
  );

  return label?.template.name ?? null;
}

function nameOf({ schema, name }: NamedTable | DescribedTable): string {
  return `${schema}\n${name}`;
}
