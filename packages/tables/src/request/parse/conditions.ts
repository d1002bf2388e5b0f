import { say } from '@rowhouse/problems';
import { type FilterValue, filterGroupLimits } from '@rowhouse/table-protocol/internal';
import type { FilterRequest, FilterRule, RequestRules } from '../TableRequest.ts';
import { checkDate, isAfter } from './dates.ts';
import { describe, type Faults } from './Faults.ts';
import { isNothing, isRecord, member, remedyFor, type UnknownRecord } from './scalars.ts';
import { isGreater, parseValue } from './values.ts';

/**
 * Maximum days of a filter, which are compared as ranges: much more expensive than the list of other values. SQLite nests
 * at most a thousand.
 */
const datesLimit = 100;

const bounds: readonly string[] = ['min', 'max'];

/** How `data` may be filtered; a fault unless the table declares exactly this name. */
export function ruleFor(
  data: string,
  path: string,
  rules: RequestRules,
  faults: Faults,
): FilterRule | undefined {
  const rule = rules.filters.get(data);
  if (!rule) {
    faults.add(path, say`${describe(data)} cannot be filtered; ${remedyFor(data, rules.filters.keys())}`);
  }
  return rule;
}

/**
 * A value, or a list of values of which one must match. A list must not contain null or an empty text: a query string
 * cannot express them.
 */
export function parseIn(
  value: unknown,
  rule: FilterRule,
  path: string,
  faults: Faults,
): FilterRequest | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const limit = rule.type === 'date' ? datesLimit : filterGroupLimits.values;
  if (given.length > limit) {
    faults.add(
      path,
      rule.type === 'date'
        ? say`The list has ${given.length} values; send at most ${limit}, or an interval.`
        : say`The list has ${given.length} values; send at most ${limit}.`,
    );
    return undefined;
  }
  const values: FilterValue[] = [];
  for (const entry of given) {
    if (isNothing(entry)) {
      faults.add(path, 'The list has an empty value; leave it out of the list.');
      continue;
    }
    const parsed = parseValue(entry, { ...rule, takesSpecial: true }, path, faults);
    if (parsed !== undefined) {
      values.push(parsed);
    }
  }
  return { kind: 'in', data: rule.data, type: rule.type, values };
}

/** `{min, max}` of a number or date filter; at least one bound is given. */
export function parseInterval(
  interval: UnknownRecord,
  rule: FilterRule,
  path: string,
  faults: Faults,
): FilterRequest | undefined {
  if (rule.type !== 'number' && rule.type !== 'date') {
    faults.add(
      path,
      say`An interval does not fit a filter of type ${rule.type}; send a value or a list of values.`,
    );
    return undefined;
  }
  const min = parseBound(interval, 'min', rule, path, faults);
  const max = parseBound(interval, 'max', rule, path, faults);
  if (min !== null && max !== null && isReversed(min, max, rule)) {
    faults.add(path, say`The interval's min ${describe(min)} is above its max ${describe(max)}; swap them.`);
  }
  return { kind: 'interval', data: rule.data, type: rule.type, min, max };
}

/** Whether both bounds are open, which means no interval. */
export function isOpenInterval(interval: UnknownRecord): boolean {
  return Object.keys(interval).every((name) => isBound(name) && isNothing(member(interval, name)));
}

/**
 * Refuses members other than `min` and `max`: a misspelt bound must not select more rows, for example for an action.
 */
export function checkInterval(value: unknown, path: string, faults: Faults): UnknownRecord | undefined {
  if (!isRecord(value)) {
    faults.add(path, say`${describe(value)} is not an interval; send an object with min and max.`);
    return undefined;
  }
  const unknown = Object.keys(value).find((name) => !isBound(name));
  if (unknown === undefined) {
    return value;
  }
  faults.add(path, say`${describe(unknown)} is not a member of an interval; ${remedyFor(unknown, bounds)}`);
  return undefined;
}

function isBound(name: string): boolean {
  return bounds.includes(name);
}

function parseBound(
  interval: UnknownRecord,
  name: 'min' | 'max',
  rule: FilterRule,
  path: string,
  faults: Faults,
): string | null {
  const value = member(interval, name);
  if (isNothing(value)) {
    return null;
  }
  const bound = parseValue(value, rule, `${path}.${name}`, faults);
  return bound === undefined ? null : String(bound);
}

function isReversed(min: string, max: string, rule: FilterRule): boolean {
  if (rule.type === 'number') {
    return isGreater(min, max);
  }
  const first = checkDate(min);
  const last = checkDate(max);
  return first !== null && last !== null && isAfter(first, last);
}
