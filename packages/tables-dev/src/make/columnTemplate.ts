import { isSecretColumn } from '@rowhouse/drivers/secrets';
import type { ColumnKind, Dialect } from '@rowhouse/tables/internal';
import { isBinary, isSpatial } from './columnTypes.ts';
import type { DescribedColumn } from './DescribedTable.ts';
import { type SqlText, sqlText } from './SqlText.ts';
import { isPlainName, isSummable, underscored } from './words.ts';

/** Types whose cells are shown, but whose order is useless or undefined. */
const unordered = /^jsonb?$|^_|\[\]|^xml$|^point$|^box$|^line$|^lseg$|^path$|^polygon$|^circle$|^hstore$/i;
/** Types that no cell can show. */
const unshowable = /^_?tsvector$|geometry|geography|linestring|^multi|^bit$/i;
/** Types that drivers return as special objects. */
const parsed = /^(jsonb?|interval|point|circle)$/;

/** Why a column is not read at all; null if it may be read. */
export function reasonAgainstReading(
  { name, kind, isReadable }: DescribedColumn,
  { table, isNamedOpenly }: { readonly table: string; readonly isNamedOpenly: boolean },
): string | null {
  if (!isNamedOpenly && isSecretColumn(name, { table, kind: secretKind(kind) }))
    return 'by its name it is a secret. If it is none, add it by hand.';
  if (!isReadable) return 'the connected user may not read it. Grant SELECT on it.';

  return isSpeakable(name)
    ? null
    : 'its name has a dot, a quote or outer blanks, or is one that every object has. Select it under another name by hand.';
}

function secretKind(kind: ColumnKind) {
  if (kind === 'integer' || kind === 'decimal' || kind === 'float') return 'number';

  return kind === 'text' || kind === 'other' ? 'text' : 'fact';
}

/** Why a column is not shown, although it may be read; null if it is shown. */
export function reasonAgainstShowing({ type, kind }: DescribedColumn): string | null {
  return isBinary({ type }) || (kind !== 'boolean' && unshowable.test(type))
    ? `it holds ${type}, which a cell cannot show.`
    : null;
}

/** Whether Kysely's references to columns and tables can express a name. */
export function isSpeakable(name: string): boolean {
  return (
    !/[.`"'\\]| as |^\s|\s$|[\p{Cc}]/u.test(name) && name !== '' && !Object.hasOwn(Object.prototype, name)
  );
}

/** The expression that a cell shows, if it differs from the column. */
export function shownSql(column: DescribedColumn, ref: string, dialect: Dialect['name']): SqlText {
  const { type } = column;
  if (dialect === 'postgres' && type.startsWith('_')) return listSql(ref);
  if (dialect === 'postgres' && type === 'money') return sqlText(['cast(', ' as numeric)'], ref);
  if (dialect === 'postgres' && parsed.test(type)) return sqlText(['cast(', ' as text)'], ref);
  if (dialect === 'mysql' && type === 'json') return sqlText(['cast(', ' as char)'], ref);
  if (isSpatial(column, dialect)) return sqlText(['st_astext(', ')'], ref);

  return sqlText(['', ''], ref);
}

/** An array as PostgreSQL writes it, of which no item could be taken for several, for none, for a null, or for JSON. */
const plainArray = String.raw`^\{((?!"?null"?[,}])"?[^\s"{},\\\[\]]([^"{},\\\[\]]*[^\s"{},\\\[\]])?"?[,}])+$`;

/** `a, b`; as PostgreSQL writes it where another array would look the same: `{a,NULL}`, `{"a, b"}`, `{}`. */
function listSql(ref: string): SqlText {
  return sqlText(
    [
      'case when cast(',
      ` as text) ~* '${plainArray}' then array_to_string(`,
      ", ', ') else cast(",
      ' as text) end',
    ],
    ...[ref, ref, ref],
  );
}

/** Maximum digits after the decimal separator in a template's number format. */
const mostPrecision = 20;

/** Whether searches, sorts and filters use the expression that cells show, instead of the column. */
export function isComparedAsShown(column: DescribedColumn, dialect: Dialect['name']): boolean {
  return column.type === 'money' || isSpatial(column, dialect);
}

/** The features of a column of short texts. */
export const textMeta = ['searchable', 'sortable', 'filterable', 'groupable'] as const;

export interface ColumnOptions {
  readonly enum?: string;
  readonly align?: string;
  readonly number?: object;
  readonly money?: object;
  readonly meta: readonly string[];
}

/** The template of a column: how it is drawn and which features it has; `enumName` if it has a list of values. */
export function columnOptions(column: DescribedColumn, enumName: string | null): ColumnOptions {
  const { name, kind, type, scale, isOrdered } = column;

  if (enumName !== null) {
    return { align: 'left', enum: enumName, meta: ['sortable', 'filterable', 'groupable'] };
  }

  switch (kind) {
    case 'text':
      return /note|description|body|comment|content/i.test(name)
        ? { align: 'left', meta: ['searchable', 'filterable', 'notVisible'] }
        : { align: 'left', meta: textMeta };
    case 'integer':
      if (type === 'year' || /(^|_)(id|year|number|no)$/i.test(underscored(name))) return idOptions(column);
      if (/_cents$/i.test(underscored(name))) {
        return {
          align: 'right',
          money: { precision: 2 },
          meta: summed(name, 'integer', ['cents', 'sortable']),
        };
      }
      return { align: 'right', number: {}, meta: summed(name, 'integer', ['sortable', 'filterable']) };
    case 'decimal':
      return {
        align: 'right',
        // Without a format, cells have the digits that are stored.
        ...(scale !== null && scale <= mostPrecision && { number: { precision: Math.max(scale, 0) } }),
        meta: summed(name, 'decimal', ['sortable', 'filterable']),
      };
    case 'float':
      return { align: 'right', meta: summed(name, 'decimal', ['sortable']) };
    case 'boolean':
      return { align: 'center', meta: ['boolean', 'sortable', 'filterable', 'groupable'] };
    case 'date':
      return { meta: ['date', ...dateMeta(name)] };
    case 'timestamp':
    case 'timestamptz':
      return { meta: ['datetime', ...dateMeta(name)] };
    case 'other':
      if (type === 'money') {
        return { align: 'right', number: { precision: 2 }, meta: summed(name, 'decimal', ['sortable']) };
      }
      return !isOrdered || unordered.test(type) ? { align: 'left', meta: [] } : { meta: ['sortable'] };
  }
}

/** Grouping by steps of dates needs the column itself, which `data` has to name. */
function dateMeta(name: string): readonly string[] {
  return ['sortable', 'filterable', ...(isPlainName(name) ? ['groupable'] : [])];
}

/** Whether the column identifies rows, of its own table or another. */
export function idOptions({ kind }: DescribedColumn): ColumnOptions {
  return kind === 'integer'
    ? { number: { thousand: '' }, meta: ['sortable', 'filterable'] }
    : { meta: ['sortable', 'filterable'] };
}

function summed(name: string, kind: 'integer' | 'decimal', meta: readonly string[]): readonly string[] {
  return isSummable(name, kind) ? [...meta, 'total'] : meta;
}
