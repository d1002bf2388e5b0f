import type { FilterRequest, RequestRules } from '../TableRequest.ts';
import { checkInterval, isOpenInterval, parseIn, parseInterval, ruleFor } from './conditions.ts';
import type { Faults } from './Faults.ts';
import { isNothing, isRecord, member, readRecord, type UnknownRecord } from './scalars.ts';

/** `filters`: table → column → value or list of values. Null, an empty text and an empty list do not filter. */
export function parseFilters(value: unknown, rules: RequestRules, faults: Faults): FilterRequest[] {
  return parseByColumn(value, 'filters', faults, (given, data, path) => {
    const rule = ruleFor(data, path, rules, faults);
    return rule && parseIn(given, rule, path, faults);
  });
}

/** `intervals`: table → column → {min, max}, both inclusive. Without bounds it does not filter. */
export function parseIntervals(value: unknown, rules: RequestRules, faults: Faults): FilterRequest[] {
  return parseByColumn(value, 'intervals', faults, (given, data, path) => {
    if (isRecord(given) && isOpenInterval(given)) {
      return undefined;
    }
    const rule = ruleFor(data, path, rules, faults);
    const interval = rule && checkInterval(given, path, faults);
    return interval && parseInterval(interval, rule, path, faults);
  });
}

/** The `params` that the table declares as filters, each a value or a list of values. */
export function parseFilterParams(
  params: Readonly<UnknownRecord>,
  rules: RequestRules,
  faults: Faults,
): FilterRequest[] {
  return [...rules.filterParams].flatMap(([name, data]) => {
    const given = member(params, name);
    const path = `params.${name}`;
    const rule = isNothing(given) ? undefined : ruleFor(data, path, rules, faults);

    return (rule && parseIn(given, rule, path, faults)) ?? [];
  });
}

/** Calls `parse` for every column with a value. */
function parseByColumn(
  value: unknown,
  root: string,
  faults: Faults,
  parse: (given: unknown, data: string, path: string) => FilterRequest | undefined,
): FilterRequest[] {
  const requests: FilterRequest[] = [];
  for (const [table, columns] of Object.entries(readRecord(value, root, faults))) {
    for (const [column, given] of Object.entries(readRecord(columns, `${root}.${table}`, faults))) {
      const request = isNothing(given)
        ? undefined
        : parse(given, `${table}.${column}`, `${root}.${table}.${column}`);
      if (request) {
        requests.push(request);
      }
    }
  }
  return requests;
}
