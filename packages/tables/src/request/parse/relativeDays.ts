import { say } from '@rowhouse/problems';
import { type DayRange, parseRelativeDate, resolveRelativeDate } from '@rowhouse/table-protocol/internal';
import { suggestWord } from '../../format/suggestWord.ts';
import type { FilterRequest, FilterRule, RequestMoment } from '../TableRequest.ts';
import { parseIn, parseInterval } from './conditions.ts';
import { checkDate } from './dates.ts';
import { describe, type Faults } from './Faults.ts';
import { isNothing, member, type UnknownRecord } from './scalars.ts';

const examples = [
  ...['today', 'yesterday', 'tomorrow'],
  ...['this', 'previous', 'next'].flatMap((which) =>
    ['day', 'week', 'month', 'quarter', 'year'].map((unit) => `${which} ${unit}`),
  ),
  ...['last 7 days', 'next 30 days', 'older than 90 days'],
];

/** The value of a relative date at this moment; null for other values. */
function relativeDays(value: unknown, { now, timeZone }: RequestMoment): DayRange | null {
  const relative = typeof value === 'string' ? parseRelativeDate(value) : null;

  return relative && resolveRelativeDate(relative, now, timeZone);
}

/** Whether a value is a date or a relative date; otherwise adds a fault. */
function isDate(value: unknown, path: string, faults: Faults, moment: RequestMoment): boolean {
  if (typeof value === 'string' && (checkDate(value.trim()) || relativeDays(value, moment))) return true;

  const meant = typeof value === 'string' ? suggestWord(value, examples) : undefined;
  faults.add(
    path,
    meant === undefined
      ? say`${describe(value)} is neither a date of the years 0001 to 9999 nor a relative date; send YYYY-MM-DD, an ISO 8601 date-time, or a text such as today, this month or last 7 days.`
      : say`${describe(value)} is neither a date of the years 0001 to 9999 nor a relative date; did you mean ${meant}?`,
  );

  return false;
}

/** The value of `is`: a date, or all days of a relative one. */
export function parseDays(
  value: unknown,
  rule: FilterRule,
  path: string,
  faults: Faults,
  moment: RequestMoment,
): FilterRequest | undefined {
  if (!isDate(value, path, faults, moment)) return undefined;

  const days = relativeDays(value, moment);

  return days
    ? { kind: 'interval', data: rule.data, type: rule.type, min: days.first, max: days.last }
    : parseIn(value, rule, path, faults);
}

/**
 * The date for `before` and similar operators: for a relative date, its first day with `before` and `onOrAfter`,
 * otherwise its last.
 */
export function parseDateBound(
  value: unknown,
  { side, exclusive }: { readonly side: 'min' | 'max'; readonly exclusive?: true },
  rule: FilterRule,
  path: string,
  faults: Faults,
  moment: RequestMoment,
): string | undefined {
  if (!isDate(value, path, faults, moment)) return undefined;

  const days = relativeDays(value, moment);

  if (!days) return String(value).trim();

  const usesFirst = (side === 'max') === (exclusive === true);
  const day = usesFirst ? days.first : days.last;

  if (day === null) {
    faults.add(path, say`${describe(value)} of ${rule.data} has no first day; use it with the operator is.`);
  }

  return day ?? undefined;
}

/**
 * `{min, max}` of dates, each of which may be relative. With a relative bound the minimum may be above the maximum: a
 * stored filter may become empty over time, and must not fail.
 */
export function parseDateInterval(
  interval: UnknownRecord,
  rule: FilterRule,
  path: string,
  faults: Faults,
  moment: RequestMoment,
): FilterRequest | undefined {
  const [min, max] = [member(interval, 'min'), member(interval, 'max')];

  if (!relativeDays(min, moment) && !relativeDays(max, moment)) {
    const given = [min, max].every(
      (bound, index) =>
        isNothing(bound) || isDate(bound, `${path}.${index === 0 ? 'min' : 'max'}`, faults, moment),
    );

    return given ? parseInterval(interval, rule, path, faults) : undefined;
  }

  const bound = (value: unknown, side: 'min' | 'max') =>
    isNothing(value) ? null : parseDateBound(value, { side }, rule, `${path}.${side}`, faults, moment);
  const [first, last] = [bound(min, 'min'), bound(max, 'max')];

  return first === undefined || last === undefined
    ? undefined
    : { kind: 'interval', data: rule.data, type: rule.type, min: first, max: last };
}
