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

/** The key of a table. A key with an omitted column is not used, because row identifiers would reveal its values. */
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
  /** The definition's `key`; undefined if the row identifier is a single column. */
  readonly key: readonly string[] | undefined;
}

/**
 * How rows are identified: by the key if it is a single column of texts or numbers; otherwise by its columns as text,
 * each with `~` escaped as `~0` and `,` as `~1`, separated by commas, so that the text is unique.
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
    // Otherwise the identifier would be as long as the row itself. SQLite has no such function.
    return { rowId: dialect === 'sqlite' ? all : sqlText(['md5(', ')'], all), key: [] };
  }
  if (kind === 'rowid') return { rowId: sqlText(['', ''], refs[0] ?? ''), key: undefined };

  const isPlain =
    columns.length === 1 && single && /^(text|integer|other)$/.test(single.kind) && !isBinary(single);
  const rowId = isPlain ? sqlText(['', ''], refs[0] ?? '') : keyText(parts, alias, dialect);

  // SQLite allows nulls in primary keys, so they need not be unique.
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

  // No escaped text is a single tilde.
  return column.isNullable ? sqlText(['coalesce(', ", '~')"], escaped) : escaped;
}

/** Binary values. */
export function isBinary({ type }: Pick<DescribedColumn, 'type'>): boolean {
  return /^_?bytea$|blob|binary/i.test(type);
}
