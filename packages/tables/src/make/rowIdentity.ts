import type { Dialect } from '../query/dialects/Dialect.ts';
import type { DescribedColumn, DescribedTable } from './DescribedTable.ts';
import { joinedText, type SqlText, sqlText } from './SqlText.ts';

export interface DescribedKey {
  /**
   * - `primary`, `unique`: that of the database; a unique key is of columns that are never null.
   * - `chosen`: named by the caller.
   * - `rowid`: SQLite's number of the row, which VACUUM may change.
   * - `none`: nothing tells rows apart. They are identified by all of their values, and may be equal.
   */
  readonly kind: 'primary' | 'unique' | 'chosen' | 'rowid' | 'none';
  readonly columns: readonly string[];
}

/** The key of a table. One with a column that is left out is not used: identifiers of rows would give it away. */
export function keyOf(table: DescribedTable, isShown: (column: string) => boolean): DescribedKey {
  const { primaryKey, uniqueKeys, rowid, isInherited } = table;
  const isUsable = (columns: readonly string[]) =>
    columns.length > 0 && !isInherited && columns.every(isShown);
  const unique = uniqueKeys.find(isUsable);

  if (isUsable(primaryKey)) return { kind: 'primary', columns: primaryKey };
  if (unique) return { kind: 'unique', columns: unique };

  return rowid ? { kind: 'rowid', columns: [rowid] } : { kind: 'none', columns: [] };
}

export interface RowIdentity {
  readonly rowId: SqlText;
  /** The definition's `key`; undefined where the row identifier is a column by itself. */
  readonly key: readonly string[] | undefined;
}

/**
 * How rows are identified: by the key where it is one column that is text or a number; otherwise by a text of its
 * columns, each with `~` as `~0` and `,` as `~1`, separated by commas. So no two keys have one text.
 */
export function rowIdentity(
  table: DescribedTable,
  { kind, columns }: DescribedKey,
  shown: readonly DescribedColumn[],
  alias: string,
  dialect: Dialect['name'],
): RowIdentity {
  const refs = columns.map((column) => `${alias}.${column}`);
  const parts = columns.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
  const [single] = parts;

  if (kind === 'none') {
    const all = keyText(shown, alias, dialect);
    // As long as the row itself, otherwise. SQLite has no such function.
    return { rowId: dialect === 'sqlite' ? all : sqlText(['md5(', ')'], all), key: [] };
  }
  if (kind === 'rowid') return { rowId: sqlText(['', ''], refs[0] ?? ''), key: undefined };

  const isPlain =
    columns.length === 1 && single && /^(text|integer|other)$/.test(single.kind) && !isBinary(single);
  const rowId = isPlain ? sqlText(['', ''], refs[0] ?? '') : keyText(parts, alias, dialect);

  // SQLite lets columns of a primary key be null, so that it is not unique.
  if (
    table.rowid &&
    kind === 'primary' &&
    !(columns.length === 1 && /^integer$/i.test(single?.type ?? '')) &&
    parts.some(({ isNullable }) => isNullable)
  ) {
    return { rowId, key: [`${alias}.${table.rowid}`] };
  }

  return { rowId, key: isPlain ? undefined : refs };
}

function keyText(parts: readonly DescribedColumn[], alias: string, dialect: Dialect['name']): SqlText {
  const texts = parts.map((column) => partText(column, `${alias}.${column.name}`, dialect));
  const [first] = texts;

  if (!first || texts.length === 1) return first ?? sqlText(["''"]);

  return dialect === 'mysql'
    ? sqlText(['concat(', ')'], joinedText(texts, ", ',', "))
    : joinedText(texts, " || ',' || ");
}

function partText(column: DescribedColumn, ref: string, dialect: Dialect['name']): SqlText {
  const hex = { postgres: ['encode(', ", 'hex')"], mysql: ['hex(', ')'], sqlite: ['hex(', ')'] } as const;
  const type = dialect === 'mysql' ? 'char' : 'text';
  const text = isBinary(column) ? sqlText(hex[dialect], ref) : sqlText(['cast(', ` as ${type})`], ref);
  const isSafe = isBinary(column) || column.kind === 'integer';
  const escaped = isSafe ? text : sqlText(['replace(replace(', ", '~', '~0'), ',', '~1')"], text);

  // No escaped text is a tilde alone.
  return column.isNullable ? sqlText(['coalesce(', ", '~')"], escaped) : escaped;
}

/** Values that are bytes. */
export function isBinary({ type }: Pick<DescribedColumn, 'type'>): boolean {
  return /^_?bytea$|blob|binary/i.test(type);
}
