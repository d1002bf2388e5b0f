import { type RawBuilder, sql } from 'kysely';
import { parameter } from '../edit/parameter.ts';
import { decimalText, parseDecimal } from '../format/decimal.ts';
import { parseInstant } from '../format/parseInstant.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { describe } from '../request/parse/Faults.ts';
import { unstorable } from '../request/parse/scalars.ts';
import type { UpdateScalar } from '../template/ActionUpdate.ts';

/** The fault of a constant for a column of that kind, with the remedy; null if it is valid. */
export function scalarFault(value: UpdateScalar, kind: ColumnKind): string | null {
  if (value === null) return null;
  const fault = unfit(value, kind);

  return fault === null ? null : `${describe(value)} ${fault}`;
}

function unfit(value: Exclude<UpdateScalar, null>, kind: ColumnKind): string | null {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? textFault(value) : 'is not a text; quote it.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'is neither true nor false.';
    case 'integer':
      return typeof value === 'boolean' || isWhole(value)
        ? null
        : 'is not a whole number; quote one of more than 15 digits.';
    case 'decimal':
    case 'float':
      return typeof value !== 'boolean' && parseDecimal(value) ? null : 'is not a number.';
    case 'date':
      return typeof value === 'string' && isDay(value)
        ? null
        : 'is not a day; write YYYY-MM-DD, or { "now": true }.';
    case 'timestamp':
    case 'timestamptz':
      return typeof value === 'string' && instantOf(value)
        ? null
        : 'is not an instant; write it as 2026-01-31T12:00:00Z, or { "now": true }.';
    case 'other':
      return typeof value === 'string' ? textFault(value) : null;
  }
}

function textFault(value: string): string | null {
  const fault = unstorable(value);

  return fault && String(fault);
}

function isWhole(value: string | number): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : /^-?\d{1,19}$/.test(value);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

/** Null without a zone: the result would depend on the user who starts the action. */
function instantOf(text: string): Date | null {
  const instant = /(z|[+-]\d\d(:?\d\d)?)$/i.test(text) ? parseInstant(text, 'UTC') : new Date(Number.NaN);

  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** A valid constant as a statement parameter, for a column of that kind. */
export function scalarParameter(
  value: UpdateScalar,
  kind: ColumnKind,
  dialect: Dialect,
): RawBuilder<unknown> {
  if (kind === 'other' && typeof value === 'number') return sql`${value}`;
  const text = typeof value === 'number' ? numberText(value) : value;
  const instant = kind === 'timestamp' || kind === 'timestamptz' ? instantOf(String(text)) : null;

  return parameter(instant?.toISOString() ?? text, { kind }, dialect);
}

/** Without an exponent, which not every database accepts for decimals. */
function numberText(value: number): string {
  const decimal = parseDecimal(value);

  return decimal ? decimalText(decimal) : String(value);
}
