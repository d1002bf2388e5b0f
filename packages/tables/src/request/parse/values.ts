import { type EnglishText, say, type Text } from '@rowhouse/problems';
import {
  type FilterValue,
  longestValue,
  plainDecimal,
  specialNumber,
} from '@rowhouse/table-protocol/internal';
import type { FilterRule } from '../TableRequest.ts';
import { checkDate } from './dates.ts';
import { describe, type Faults, listed } from './Faults.ts';
import { toBoolean, unstorable } from './scalars.ts';

/** How a value is parsed. */
export interface ValueRule extends Pick<FilterRule, 'type' | 'keys'> {
  /** What has the keys, for messages. Defaults to the filter. */
  readonly owner?: EnglishText | Text;
  /** Whether a number may be `NaN`, `Infinity` or `-Infinity`, which are no limits of an interval. Defaults to false. */
  readonly takesSpecial?: boolean;
}

/**
 * Parses the value of a filter, a group or a cell by the type of its rule, equally from JSON and query text: booleans
 * for `boolean`, text for all others (decimals without exponent for `number`, valid dates for `date`, identifiers for `select`).
 * Undefined after a fault.
 */
export function parseValue(
  value: unknown,
  rule: ValueRule,
  path: string,
  faults: Faults,
): FilterValue | undefined {
  const result = readers[rule.type](value, rule);
  if ('fault' in result) {
    faults.add(path, say`${describe(value)} ${result.fault}`);
    return undefined;
  }
  return result.value;
}

/** Whether the decimal `a` is greater than the decimal `b`; both are results of `parseValue`. */
export function isGreater(a: string, b: string): boolean {
  const scale = Math.max(fraction(a).length, fraction(b).length);
  return scaled(a, scale) > scaled(b, scale);
}

type Reading = { value: FilterValue } | { fault: Text };

const readers: Record<ValueRule['type'], (value: unknown, rule: ValueRule) => Reading> = {
  boolean: readBoolean,
  number: readNumber,
  date: readDate,
  enum: readEnumKey,
  select: readIdentifier,
  string: readText,
};

function readBoolean(value: unknown): Reading {
  const boolean = toBoolean(value);
  return boolean === undefined ? { fault: say`is not a boolean; send true or false.` } : { value: boolean };
}

function readNumber(value: unknown, { takesSpecial = false }: ValueRule): Reading {
  if (isInexact(value)) {
    return { fault: say`is too large for an exact JSON number; send it as a text.` };
  }
  const text = typeof value === 'number' ? String(value) : value;
  const trimmed = typeof text === 'string' ? text.trim() : '';
  const special = takesSpecial && typeof value === 'string' ? specialNumber(trimmed) : null;
  const number = special ?? (trimmed.length <= longestValue ? plainDecimal(trimmed) : null);
  return number !== null
    ? { value: number }
    : { fault: say`is not a decimal number of at most ${longestValue} characters; send one such as 12.50.` };
}

function readDate(value: unknown): Reading {
  const text = typeof value === 'string' ? value.trim() : '';
  return checkDate(text)
    ? { value: text }
    : { fault: say`is not a date of the years 0001 to 9999; send YYYY-MM-DD or an ISO 8601 date-time.` };
}

function readEnumKey(value: unknown, { keys, owner = say`this filter` }: ValueRule): Reading {
  const reading = readIdentifier(value);
  if ('fault' in reading || keys === null || keys.has(String(reading.value))) {
    return reading;
  }
  return { fault: say`is not a key of ${owner}; send one of: ${listed(keys)}.` };
}

function readIdentifier(value: unknown): Reading {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? { value: String(value) }
      : { fault: say`is not a whole number that JSON carries exactly; send it as a text.` };
  }
  return typeof value === 'string'
    ? readText(value)
    : { fault: say`is neither a text nor a whole number; send one.` };
}

function readText(value: unknown): Reading {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') {
    return { fault: say`is not a text; send one.` };
  }
  if (text.length > longestValue) {
    return { fault: say`has ${text.length} characters; send at most ${longestValue}.` };
  }
  const fault = unstorable(text);
  return fault ? { fault } : { value: text };
}

/** Whole numbers above 2^53 were rounded when their JSON was parsed. */
function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function fraction(decimal: string): string {
  return decimal.split('.')[1] ?? '';
}

function scaled(decimal: string, scale: number): bigint {
  const digits = fraction(decimal);
  return BigInt(decimal.replace('.', '') + '0'.repeat(scale - digits.length));
}
