import type { Table } from '../definition/Table.ts';
import { dataKind } from '../query/ColumnResolver.ts';
import type { ColumnKinds } from '../query/catalogue.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { cellFormatters } from './cellFormatters.ts';

type Row = Record<string, unknown>;

export interface FormattedColumns {
  readonly table: Table;
  readonly query: HostQuery;
  readonly kinds: ColumnKinds;
  /** See `Catalogue`. */
  readonly datesAreUtc: boolean;
}

const formatters = new WeakMap<HostQuery, (row: Row) => void>();

/** Formats the cells of a row in place. Made once per query. */
export function rowFormatter(columns: FormattedColumns): (row: Row) => void {
  let formatter = formatters.get(columns.query);

  if (!formatter) {
    formatter = createRowFormatter(columns);
    formatters.set(columns.query, formatter);
  }

  return formatter;
}

function createRowFormatter(columns: FormattedColumns): (row: Row) => void {
  const steps = cellFormatters(columns.table).map(({ path, format }) => {
    const stored = { kind: columnKind(path, columns), datesAreUtc: columns.datesAreUtc };
    const name = path.at(-1) as string;
    const holders = path.slice(0, -1);

    return (row: Row) => {
      const holder = holders.length === 0 ? row : nested(row, holders);
      if (holder) holder[name] = format(holder[name], stored, row);
    };
  });

  return (row) => {
    for (const step of steps) step(row);
  };
}

function nested(row: Row, path: readonly string[]): Row | null | undefined {
  let holder: Row | null | undefined = row;
  for (const name of path) holder = holder?.[name] as Row | null | undefined;

  return holder;
}

function columnKind(path: readonly string[], { table, query, kinds }: FormattedColumns): ColumnKind {
  const column = table.template.columns.find(({ name }) => name === path.join('.'));

  if (column?.data) {
    return dataKind(column.data, query, kinds);
  }

  const [relation = '', property = ''] = path;
  const related = table.definition.with?.[relation];

  return (related && kinds.get(`${related.table}.${property}`)) ?? 'other';
}
