import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { ColumnKind } from './ColumnKind.ts';
import type { CatalogueTable } from './catalogue.ts';
import { type CheckRules, checkRules } from './checkRules.ts';
import type { ColumnRulesRow } from './dialects/CatalogueQueries.ts';
import type { Dialect } from './dialects/Dialect.ts';

/** What a database accepts in a column, besides what the catalogue says of it. */
export interface ColumnRules extends CheckRules {
  /** Whether 0 is accepted, too, although it is below `min`: no year. */
  readonly isYear?: true;
  /** Whether an INSERT may leave it out although it cannot be null. */
  readonly hasDefault: boolean;
  /** The default, if it is a constant; null otherwise. */
  readonly constantDefault: string | boolean | null;
  /** Whether the database numbers rows in it, so that forms leave it out. */
  readonly isAutomatic: boolean;
  /** Whether it is computed, so that it cannot be written. */
  readonly isGenerated: boolean;
  /** Whether a trigger may set it before a row is inserted. */
  readonly mayBeTriggered: boolean;
  /** Digits of a decimal, all and those after the point; null without a limit. */
  readonly digits: { readonly all: number; readonly afterPoint: number } | null;
}

export type TableRules = ReadonlyMap<string, ColumnRules>;

/** The rules of each state of a table: another version is another object. */
const known = new WeakMap<CatalogueTable, Promise<TableRules>>();

/** Column → rules. Read at the first use, and again when the catalogue is. */
export function columnRules(
  db: Kysely<AnyDatabase>,
  dialect: Dialect,
  table: CatalogueTable,
): Promise<TableRules> {
  const found = known.get(table) ?? read(db.withoutPlugins(), dialect, table);
  known.set(table, found);
  found.catch(() => known.delete(table));

  return found;
}

async function read(db: Kysely<AnyDatabase>, dialect: Dialect, table: CatalogueTable): Promise<TableRules> {
  const [columns, checks] = await Promise.all([
    dialect.columnRules.columns(table).execute(db),
    table.isView ? { rows: [] } : dialect.columnRules.checks(table).execute(db),
  ]);
  const ofChecks = new Map<string, CheckRules>();
  for (const row of checks.rows) {
    const definition = String(Object.values(row).at(-1));
    for (const [name, rules] of checkRules(definition)) {
      const column = row.column_name != null && name === 'value' ? row.column_name : spelled(name, table);
      ofChecks.set(column, { ...ofChecks.get(column), ...rules });
    }
  }

  return new Map(
    columns.rows.map((row) => {
      const { kind = 'other', form = null } = table.columns.get(row.column_name) ?? {};
      const checked = ofChecks.get(row.column_name) ?? {};

      const ofValues = form?.kind === 'list' ? form.itemKind : kind;

      return [row.column_name, rulesOf(row, { kind: ofValues, checked, isLoose: dialect.isLoose })];
    }),
  );
}

/** SQLite's DDL is as it was typed, so that a name may be in another case. */
function spelled(name: string, { columns }: CatalogueTable): string {
  if (columns.has(name)) return name;

  return [...columns.keys()].find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;
}

interface Stored {
  /** Of a list, that of its items. */
  readonly kind: ColumnKind;
  readonly checked: CheckRules;
  readonly isLoose: boolean;
}

function rulesOf(row: ColumnRulesRow, { kind, checked, isLoose }: Stored): ColumnRules {
  const type = row.full_type.toLowerCase();
  const [, first, second = '0'] = listType.test(type)
    ? []
    : (/\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(type) ?? []);
  const size = first === undefined ? null : Number(first);
  const lengths = [kind === 'text' ? size : null, checked.maxLength].filter((length) => length != null);
  const choices = checked.choices ?? choicesOf(row);

  return {
    // SQLite stores 64 bits in a column of any type of integers.
    ...(kind === 'integer' && integerRange(isLoose ? 'bigint' : type)),
    ...checked,
    ...(lengths.length > 0 && { maxLength: Math.min(...lengths) }),
    ...(choices && { choices }),
    hasDefault: isTrue(row.has_default),
    constantDefault: constantOf(row.default_text),
    isAutomatic: isTrue(row.is_automatic),
    isGenerated: isTrue(row.is_generated),
    mayBeTriggered: isTrue(row.may_be_triggered),
    digits: kind === 'decimal' && size !== null ? { all: size, afterPoint: Number(second) } : null,
  };
}

/** MySQL writes the values of an enumeration, and of a set, in its type. */
const listType = /^(?:enum|set)\((.*)\)$/is;

function choicesOf({ choices, full_type: type }: ColumnRulesRow): readonly string[] | null {
  if (choices !== null) return JSON.parse(choices) as string[];
  const [, list] = listType.exec(type) ?? [];

  return list === undefined
    ? null
    : [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"));
}

/** Bits of the types of integers. */
const bits: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  mediumint: 24,
  integer: 32,
  int: 32,
  bigint: 64,
};

/** A YEAR is one of these, or 0 for none. MySQL takes a number below 100 for another year. */
const years: Pick<ColumnRules, 'min' | 'max' | 'isYear'> = {
  min: { value: '1901', isExclusive: false },
  max: { value: '2155', isExclusive: false },
  isYear: true,
};

/** The numbers that a type of integers has. */
function integerRange(type: string): Pick<ColumnRules, 'min' | 'max' | 'isYear'> {
  if (type.startsWith('year')) return years;
  const size = bits[/^[a-z]+/.exec(type)?.[0] ?? ''];
  if (size === undefined) return {};
  const isUnsigned = type.includes('unsigned');
  const half = 2n ** BigInt(size - 1);

  return {
    min: { value: String(isUnsigned ? 0n : -half), isExclusive: false },
    max: { value: String(isUnsigned ? half * 2n - 1n : half - 1n), isExclusive: false },
  };
}

/** `'new'::character varying` → new, `0.00` → 0.00; null for an expression. */
function constantOf(sql: string | null): string | boolean | null {
  const text = sql?.trim().replace(/^\((.*)\)$/s, '$1') ?? '';
  const [, quoted] = /^'((?:[^']|'')*)'(?:::[\w ."]+(?:\(\d+(?:,\d+)?\))?(?:\[\])?)?$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;

  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null;
}

function isTrue(value: boolean | number | string): boolean {
  return value === true || Number(value) === 1;
}
