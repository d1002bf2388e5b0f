import { camelCase } from '../template/camelCase.ts';
import type { DescribedColumn, DescribedTable } from './describeTable.ts';
import { humanised, isSecret, isSummable, nameRank } from './words.ts';

/** A column of the template, and what the query selects for it. */
export interface MadeColumn {
  readonly template: Readonly<Record<string, unknown>>;
  /** `table.column as name`, without the last part where it is the column's own name. */
  readonly selection: string;
}

export interface MadeJoin {
  /** As queries name it: with its schema where they have to. */
  readonly table: string;
  readonly name: string;
  readonly alias: string;
  readonly column: string;
  /** `table.column` of the table that it is joined to. */
  readonly from: string;
  /** Columns that the query reads. */
  readonly reads: readonly Omit<DescribedColumn, 'target'>[];
}

export interface MadeColumns {
  readonly columns: readonly MadeColumn[];
  readonly joins: readonly MadeJoin[];
  /** Name → values of an enumeration. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly leftOut: readonly string[];
}

/** Values that no cell can show. */
const unshowable = /bytea|blob|binary|tsvector|geometry|geography|hstore/i;
/** Values that cells show, of which some have no order in the database, and the others none of use to people. */
const unordered = /^jsonb?$|^_|\[\]/i;
/** Names that templates and queries can speak of. */
const plainName = /^[^\s.]+$/;

export function makeColumns(table: DescribedTable): MadeColumns {
  const columns: MadeColumn[] = [];
  const joins: MadeJoin[] = [];
  const leftOut: string[] = [];
  const sortedBy = table.columns.find(
    ({ name, kind }) => /^created_?at$/i.test(name) && isInstant(kind),
  )?.name;

  for (const column of table.columns) {
    if (column.name === table.key) continue;

    const reason = reasonAgainst(column);
    if (reason) {
      leftOut.push(`${table.name}.${column.name} was left out: ${reason}`);
      continue;
    }

    const join = joinFor(table, column, joins);
    if (join) {
      joins.push(join);
      columns.push(joinedColumn(table, column, join));
    } else {
      columns.push(ownColumn(table, column, column.name === sortedBy));
    }
  }

  const enums = new Map(
    table.columns.flatMap(({ name, values }) =>
      values && columns.some(({ template }) => template.name === name)
        ? [[camelCase(name), values] as const]
        : [],
    ),
  );

  return { columns, joins, enums, leftOut };
}

function reasonAgainst({ name, kind, type }: DescribedColumn): string | null {
  if (isSecret(name)) return 'by its name it is a secret. If it is none, add it by hand.';
  if (!plainName.test(name)) return 'its name has a dot or a blank. Select it under another name by hand.';

  return kind === 'other' && unshowable.test(type) ? `it holds ${type}, which a cell cannot show.` : null;
}

/** The table that a foreign key leads to, if it has something to call its rows by. */
function joinFor(
  table: DescribedTable,
  { name, target }: DescribedColumn,
  joins: readonly MadeJoin[],
): MadeJoin | null {
  const called = target?.columns
    .filter((column) => column.kind === 'text' && !isSecret(column.name) && nameRank(column.name) !== null)
    .toSorted((a, b) => (nameRank(a.name) ?? 0) - (nameRank(b.name) ?? 0))[0];
  const key = target?.columns.find((column) => column.name === target.column);

  if (!target || !called || !key || !plainName.test(target.name)) return null;

  const isTaken = target.name === table.name || joins.some(({ alias }) => alias === target.name);

  return {
    table: target.table,
    name: target.name,
    alias: isTaken ? `${withoutId(name)}_${target.name}` : target.name,
    column: target.column,
    from: `${table.name}.${name}`,
    reads: key.name === called.name ? [key] : [key, called],
  };
}

function joinedColumn(
  table: DescribedTable,
  { name }: DescribedColumn,
  { alias, reads }: MadeJoin,
): MadeColumn {
  const called = reads.at(-1)?.name ?? '';
  const short = withoutId(name);
  // A name of its own: neither another column's, nor the key's of the foreign table.
  const own = table.columns.some((other) => other.name === short && other.name !== name)
    ? `${short}_${called}`
    : short;

  return {
    template: {
      label: humanised(short),
      name: own,
      data: `${alias}.${called}`,
      align: 'left',
      meta: ['searchable', 'sortable'],
    },
    selection: `${alias}.${called} as ${own}`,
  };
}

function ownColumn(table: DescribedTable, column: DescribedColumn, isSorted: boolean): MadeColumn {
  const { name } = column;
  const { meta, ...options } = optionsOf(column);

  return {
    template: {
      label: humanised(name),
      name,
      data: `${table.name}.${name}`,
      ...options,
      meta: isSorted ? [...meta, 'sort:DESC'] : meta,
    },
    selection: `${table.name}.${name}`,
  };
}

interface ColumnOptions {
  readonly enum?: string;
  readonly align?: string;
  readonly number?: object;
  readonly money?: object;
  readonly meta: readonly string[];
}

function optionsOf({ name, kind, type, values, target }: DescribedColumn): ColumnOptions {
  if (values) return { align: 'left', enum: camelCase(name), meta: ['sortable', 'filterable'] };

  switch (kind) {
    case 'text':
      return /note|description|body|comment|content/i.test(name)
        ? { align: 'left', meta: ['searchable', 'notVisible'] }
        : { align: 'left', meta: ['searchable', 'sortable'] };
    case 'integer':
      if (target || /(^|_)(id|year|number|no)$/i.test(name)) return { meta: ['sortable'] };
      if (/_cents$/i.test(name)) {
        return { align: 'right', money: { precision: 2 }, meta: ['cents', 'sortable', 'total'] };
      }
      return { align: 'right', number: {}, meta: summed(name, 'integer', ['sortable', 'filterable']) };
    case 'decimal':
    case 'float':
      return {
        align: 'right',
        number: { precision: 2 },
        meta: summed(name, 'decimal', ['sortable', 'filterable']),
      };
    case 'boolean':
      return { align: 'center', meta: ['boolean', 'sortable', 'filterable'] };
    case 'date':
      return { meta: ['date', 'sortable', 'filterable'] };
    case 'timestamp':
    case 'timestamptz':
      return { meta: ['datetime', 'sortable', 'filterable'] };
    case 'other':
      return unordered.test(type) ? { align: 'left', meta: [] } : { meta: ['sortable'] };
  }
}

function summed(name: string, kind: 'integer' | 'decimal', meta: readonly string[]): readonly string[] {
  return isSummable(name, kind) ? [...meta, 'total'] : meta;
}

function isInstant(kind: DescribedColumn['kind']): boolean {
  return kind === 'timestamp' || kind === 'timestamptz';
}

function withoutId(name: string): string {
  return name.replace(/_?id$/i, '') || name;
}
