import {
  camelCase,
  type DatabaseNames,
  type Dialect,
  humanised,
  valueLabels,
} from '@rowhouse/tables/internal';
import {
  columnOptions,
  idOptions,
  isComparedAsShown,
  reasonAgainstReading,
  reasonAgainstShowing,
  shownSql,
  textMeta,
} from './columnTemplate.ts';
import type { DescribedColumn, DescribedDatabase, DescribedTable, LeftOut } from './DescribedTable.ts';
import { joinsOf, type NamedJoin } from './joinsOf.ts';
import { withDistinctLabels } from './labels.ts';
import { keyOfJoin, type MadeColumn, type MadeQuery } from './MadeQuery.ts';
import { type DescribedKey, keyOf, rowIdentity } from './rowIdentity.ts';
import { labelOf, labelSql } from './rowLabel.ts';
import { columnIn, sqlText } from './SqlText.ts';
import { isPlainName, safeName, uniqueName } from './words.ts';

export interface MakeQueryOptions {
  readonly dialect: Dialect['name'];
  readonly names: DatabaseNames;
  /** Column or columns that identify rows, instead of the table's own key. */
  readonly key?: readonly string[] | undefined;
  /** True leaves a column out, false shows it regardless of its name, undefined decides by its name. */
  readonly leaveOut?: ((table: DescribedTable, column: string) => boolean | undefined) | undefined;
  /** Number of rows above which the database's estimate is returned instead of a count. */
  readonly estimateAbove?: number | undefined;
}

/** Reserved names of row members. */
const ownNames = ['dtRowId', '_actions', '_cssClasses', '_exact'];

/** Creates the parts of a table's definition. */
export function makeQuery(
  table: DescribedTable,
  database: DescribedDatabase,
  options: MakeQueryOptions,
): MadeQuery {
  const { dialect } = options;
  const { toHost } = options.names;
  const against = readingReasons(options);
  const closed = new Set(
    table.columns.filter((column) => against(table, column) !== null).map(({ name }) => name),
  );
  const hidden = table.columns.flatMap((column): LeftOut[] => {
    const reason = against(table, column) ?? reasonAgainstShowing(column);
    return reason === null ? [] : [{ column: column.name, reason }];
  });
  const shown = table.columns.filter(({ name }) => !hidden.some(({ column }) => column === name));
  const isShown = (name: string) => shown.some((column) => column.name === name);
  const isFloat = (name: string) => shown.some((column) => column.name === name && column.kind === 'float');
  const key: DescribedKey = options.key
    ? { kind: 'chosen', columns: options.key }
    : keyOf(table, (name) => !closed.has(name));
  const alias = toHost(safeName(table.name));
  const taken = new Set([...ownNames, ...table.columns.map(({ name }) => name)]);
  const joins = joinsOf(table, database, {
    alias,
    isShown,
    isLabel: (target, column) => against(target, column) === null,
    taken,
    toHost,
  });
  const enums: Record<string, Readonly<Record<string, string>>> = {};
  const links = new Set(table.foreignKeys.flatMap(({ columns }) => columns));
  const filterParams: Record<string, string> = {};
  const searchKeys: string[] = [];
  const paths = dataNames(table);
  const made = shown.flatMap((column): MadeColumn[] => {
    const isLink = links.has(column.name);
    const naming = joins.filter(({ columns }) => columns.includes(column.name));
    const isNamed = naming.length > 0;
    const own = ownColumn(column, {
      alias,
      path: paths.get(column.name) ?? column.name,
      dialect,
      toHost,
      key,
      isLink,
      isNamed,
      isCalledAlike: naming.some(({ label }) => label === humanised(column.name)),
      enums,
    });
    if (key.columns.includes(column.name) || links.has(column.name)) {
      filterParams[column.name] = String(own.template.data);
    }
    if (isSearchKey(column, table, { isKey: key.columns.includes(column.name), isLink, isNamed })) {
      searchKeys.push(String(own.template.data));
    }

    return [...joins.filter(({ at }) => at === column.name).map(joinedColumn), own];
  });
  const columns = withDistinctLabels(made);
  const naming = labelOf(table, shown);

  return {
    table,
    alias,
    keyOfRows: key,
    ...rowIdentity(table, key, shown, alias, dialect),
    joins: joins.map(({ join }) => join),
    columns: sorted(columns, table, key),
    filters: columns.flatMap(({ name, template: { label, data } }) =>
      name !== null && isFloat(name) && !key.columns.includes(name) ? [{ label, data, type: 'number' }] : [],
    ),
    filterParams,
    enums,
    labelColumns: (naming.length > 0 ? naming.map(({ name }) => name) : key.columns).flatMap(
      (name) => columns.find((column) => column.name === name)?.template.name ?? [],
    ),
    searchKeys,
    isNewestFirst: isNewestFirst(table, key),
    leftOut: [...table.unnamed, ...hidden],
    countsByEstimate:
      dialect !== 'sqlite' &&
      table.rowEstimate !== null &&
      table.rowEstimate > (options.estimateAbove ?? Number.POSITIVE_INFINITY),
  };
}

/** Why a column is not read; null if it may be read. */
function readingReasons({ leaveOut }: MakeQueryOptions) {
  return (table: DescribedTable, column: DescribedColumn): string | null => {
    const wish = leaveOut?.(table, column.name);

    return wish === true
      ? 'the application leaves it out.'
      : reasonAgainstReading(column, { table: table.name, isNamedOpenly: wish === false });
  };
}

function joinedColumn({ name, label, join, called }: NamedJoin): MadeColumn {
  const selection = labelSql(called.map((column) => `${join.alias}.${column.name}`));
  const [naming = ''] = called.map((column) => column.name);
  const isPlain = columnIn(selection) !== null && isPlainName(naming);

  return {
    name: null,
    template: {
      label,
      name,
      data: `${join.alias}.${safeName(naming)}`,
      align: 'left',
      meta: textMeta,
    },
    selection,
    expression: isPlain ? null : selection,
    record: keyOfJoin(join),
  };
}

/** The name of each column in the template's `data`: its own name if possible. */
function dataNames({ columns }: DescribedTable): ReadonlyMap<string, string> {
  const taken = new Set(columns.map(({ name }) => name).filter(isPlainName));

  return new Map(
    columns.map(({ name }) => {
      if (isPlainName(name)) return [name, name];
      const path = uniqueName(safeName(name), taken);
      taken.add(path);

      return [name, path];
    }),
  );
}

interface OwnColumn {
  readonly alias: string;
  /** The last part of `data`. */
  readonly path: string;
  readonly dialect: Dialect['name'];
  readonly toHost: DatabaseNames['toHost'];
  readonly key: DescribedKey;
  /** Whether it is part of a foreign key. */
  readonly isLink: boolean;
  /** Whether a column of the other table shows its meaning. */
  readonly isNamed: boolean;
  /** Whether that column would have the same label, as for a key `ship_via` without `id`. */
  readonly isCalledAlike: boolean;
  readonly enums: Record<string, Readonly<Record<string, string>>>;
}

function ownColumn(
  column: DescribedColumn,
  { alias, path, dialect, toHost, key, isLink, isNamed, isCalledAlike, enums }: OwnColumn,
): MadeColumn {
  const { name } = column;
  const ownName = uniqueName(name, new Set(ownNames), toHost);
  const ref = `${alias}.${name}`;
  const isKey = key.columns.includes(name);
  const values = column.values ?? column.list;
  const enumName =
    values && !isLink && !isKey ? uniqueName(camelCase(name) || 'values', new Set(Object.keys(enums))) : null;
  if (values && enumName !== null) {
    // Values of a list are names themselves.
    enums[enumName] = column.values
      ? valueLabels(values)
      : Object.fromEntries(values.map((value) => [value, value]));
  }
  const isId = isLink || (isKey && column.kind !== 'text' && isFilteredById(column));
  const { meta, ...options } = isId ? idOptions(column) : columnOptions(column, enumName);
  const selection = shownSql(column, ref, dialect);

  return {
    name,
    template: {
      label: isCalledAlike ? `${humanised(name)} ID` : humanised(name) || name,
      name: ownName,
      data: `${alias}.${path}`,
      ...options,
      meta: [
        ...(isKey ? meta.filter((tag) => tag !== 'total') : meta),
        ...(isKey && !meta.includes('filterable') ? ['filterable'] : []),
        ...(isNamed ? ['notVisible'] : []),
      ],
    },
    selection,
    // The column itself if it can be compared, regardless of how its values are shown.
    expression: isComparedAsShown(column, dialect)
      ? selection
      : isPlainName(name)
        ? null
        : sqlText(['', ''], ref),
    record: null,
  };
}

/**
 * Whether a search finds a column's values as a whole: identifiers that users see, and the codes that refer to rows. The
 * numbers of rows that are shown by their names would find too much.
 */
function isSearchKey(
  { name, kind, values }: DescribedColumn,
  { uniqueIndexes }: DescribedTable,
  { isKey, isLink, isNamed }: { readonly isKey: boolean } & Pick<OwnColumn, 'isLink' | 'isNamed'>,
): boolean {
  if (kind === 'text') return isLink && !values;
  const isUnique = uniqueIndexes.some((index) => index.length === 1 && index[0] === name);

  return kind === 'integer' && (isKey || isUnique || (isLink && !isNamed));
}

function isFilteredById({ kind }: DescribedColumn): boolean {
  return kind === 'integer' || kind === 'other';
}

/** Rows with numeric keys are sorted by descending key, newest first. */
function isNewestFirst(table: DescribedTable, { columns, kind }: DescribedKey): boolean {
  return (
    kind === 'rowid' ||
    (columns.length > 0 &&
      columns.every((name) => table.columns.find((column) => column.name === name)?.kind === 'integer'))
  );
}

/** Tags the creation time as the default sort, if the key has no order and an index makes sorting unnecessary. */
function sorted(
  columns: readonly MadeColumn[],
  table: DescribedTable,
  key: DescribedKey,
): readonly MadeColumn[] {
  if (isNewestFirst(table, key)) return columns;

  const instant = table.columns.find(
    ({ name, kind }) =>
      /^(created|inserted|placed|occurred|sent)_?(at|on)$/i.test(name) &&
      (kind === 'timestamp' || kind === 'timestamptz') &&
      (key.kind === 'none' || table.indexed.has(name)),
  );

  return columns.map((column) =>
    instant && column.name === instant.name && columnIn(column.selection)
      ? {
          ...column,
          template: { ...column.template, meta: [...(column.template.meta as string[]), 'sort:DESC'] },
        }
      : column,
  );
}
