import type { Dialect } from '@rowhouse/tables/internal';
import { isBinary, isSpatial } from './columnTypes.ts';
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
 * How rows are identified: by the key if it is a single column whose values are texts or numbers for every driver;
 * otherwise by its columns as text, each with `~` escaped as `~0` and `,` as `~1`, separated by commas, so that the text
 * is unique.
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
    const all = joinedParts(
      shown.map((column) => orEmpty(column, partText(column, `${alias}.${column.name}`, dialect))),
      dialect,
    );
    // Otherwise the identifier would be as long as the row itself. SQLite has no such function.
    return { rowId: dialect === 'sqlite' ? all : sqlText(['md5(', ')'], all), key: [] };
  }
  if (kind === 'rowid') return { rowId: sqlText(['', ''], refs[0] ?? ''), key: undefined };
  if (columns.length === 1 && single && isPlain(single, table, dialect)) {
    return { rowId: sqlText(['', ''], refs[0] ?? ''), key: undefined };
  }

  const texts = parts.map((column) =>
    columns.length === 1
      ? wholeText(column, `${alias}.${column.name}`, dialect)
      : partText(column, `${alias}.${column.name}`, dialect),
  );
  // SQLite allows nulls in primary keys, so they need not be unique.
  if (table.rowid && kind === 'primary' && parts.some(({ isNullable }) => isNullable)) {
    const rowid = `${alias}.${table.rowid}`;

    return {
      rowId: sqlText(['coalesce(', ", '~~null' || ", ')'], joinedParts(texts, dialect), rowid),
      key: [rowid],
    };
  }
  const nullable = parts.map((column, index) => orEmpty(column, texts[index] ?? sqlText(["''"])));

  return { rowId: joinedParts(nullable, dialect), key: refs };
}

/** Whether drivers return its values as texts or numbers, which equal no others, and are compared as such. */
function isPlain(column: DescribedColumn, { rowid }: DescribedTable, dialect: Dialect['name']): boolean {
  const { kind, type, isNullable } = column;
  if (isBinary(column)) return false;
  // A column of SQLite has values of any type, except one that is the rowid; NOT NULL is taken for a sign of others.
  if (dialect === 'sqlite' && isNullable && rowid) return /^integer$/i.test(type);

  // As a text by a cast, an inet has a netmask that its cells do not show.
  return kind === 'text' || kind === 'integer' || (dialect !== 'sqlite' && /^(uuid|inet)$/.test(type));
}

function joinedParts(texts: readonly SqlText[], dialect: Dialect['name']): SqlText {
  const [first] = texts;

  if (!first || texts.length === 1) return first ?? sqlText(["''"]);

  return dialect === 'mysql'
    ? sqlText(['concat(', ')'], joinedText(texts, ", ',', "))
    : joinedText(texts, " || ',' || ");
}

/** Null as `~`, which no escaped text is. */
function orEmpty({ isNullable }: DescribedColumn, text: SqlText): SqlText {
  return isNullable ? sqlText(['coalesce(', ", '~')"], text) : text;
}

function partText(column: DescribedColumn, ref: string, dialect: Dialect['name']): SqlText {
  const text = wholeText(column, ref, dialect);
  const isSafe = dialect !== 'sqlite' && (isBinary(column) || column.kind === 'integer');

  return isSafe ? text : sqlText(['replace(replace(', ", '~', '~0'), ',', '~1')"], text);
}

/** A text that only equal values have. */
function wholeText(column: DescribedColumn, ref: string, dialect: Dialect['name']): SqlText {
  const { kind, type } = column;
  switch (dialect) {
    case 'postgres':
      return type === 'bytea' ? sqlText(['encode(', ", 'hex')"], ref) : sqlText(['cast(', ' as text)'], ref);
    case 'mysql':
      if (isBinary(column) || isSpatial(column, dialect)) return sqlText(['hex(', ')'], ref);
      // As text, a FLOAT has six digits, and a BIT has bytes.
      if (type === 'float' || type === 'bit') return sqlText(['cast(', ' + 0e0 as char)'], ref);

      return sqlText(['cast(', ' as char)'], ref);
    case 'sqlite':
      if (isBinary(column)) return sqliteBytes(ref);

      return sqliteText(ref, kind === 'text' || kind === 'integer' || kind === 'decimal');
  }
}

/**
 * A number, or a text that is neither empty nor taken for another value, as it is; other values as their literal after
 * `~~`. In a column of numbers or texts, no text looks like a number. Null stays null.
 */
function sqliteText(ref: string, isTyped: boolean): SqlText {
  const own = sqlText(['', ''], ref);
  const isPlainText = isTyped
    ? sqlText(['substr(', ", 1, 2) not in ('~~', '')"], own)
    : sqlText(
        ['substr(', ", 1, 2) not in ('~~', '') and quote(cast(", ' as numeric)) <> ', ''],
        own,
        own,
        own,
      );

  return sqlText(
    [
      'case when typeof(',
      ") in ('integer', 'real') then quote(",
      ') when typeof(',
      ") = 'text' and ",
      ' then ',
      ' when ',
      " is not null then '~~' || quote(",
      ') end',
    ],
    ...[own, own, own, isPlainText, own, own, own],
  );
}

/** Bytes in hexadecimal; other values as their literal after `~~`. */
function sqliteBytes(ref: string): SqlText {
  return sqlText(
    ['case when typeof(', ") = 'blob' then hex(", ') when ', " is not null then '~~' || quote(", ') end'],
    ...[ref, ref, ref, ref],
  );
}
