import { say } from '@rowhouse/problems';
import type { SearchMode } from '@rowhouse/table-protocol';
import { searchModes } from '@rowhouse/table-protocol/internal';
import type { FilterRequest, FilterRule, RequestRules } from '../TableRequest.ts';
import { checkInterval, isOpenInterval, parseIn, parseInterval, ruleFor } from './conditions.ts';
import { describe, type Faults } from './Faults.ts';
import {
  checkMembers,
  isNothing,
  isRecord,
  member,
  readList,
  readRecord,
  remedyFor,
  type UnknownRecord,
} from './scalars.ts';
import { trimmed } from './search.ts';
import { parseValue } from './values.ts';

/** Maximum filters of a request. */
const filtersLimit = 100;

/** Clients send `value` or `date` for a single value of a number or date filter. */
const rangedModes = ['interval', 'value', 'date'];

/** Parsed members come first; clients also send back the members of `init`, and their own. */
const knownMembers = [
  ...['data', 'value', 'type', 'mode', 'label', 'name', 'enum', 'path', 'multiple', 'component', 'selection'],
  ...['selectLabel', 'translated', 'params', 'pivotParams', 'custom', 'slot'],
];

/** `internalFilters`: filters that a user has composed. One without a value does not filter. */
export function parseInternalFilters(value: unknown, rules: RequestRules, faults: Faults): FilterRequest[] {
  const list = readList(value, 'internalFilters', faults);
  if (list.length > filtersLimit) {
    faults.add('internalFilters', say`The list has ${list.length} filters; send at most ${filtersLimit}.`);
    return [];
  }
  return list.flatMap((entry, index) => {
    const path = `internalFilters.${index}`;
    const filter = readRecord(entry, path, faults);
    checkMembers(filter, { known: knownMembers, of: say`an internal filter`, path }, faults);
    const request = parseInternalFilter(filter, path, rules, faults);
    return request ? [request] : [];
  });
}

function parseInternalFilter(
  filter: UnknownRecord,
  path: string,
  rules: RequestRules,
  faults: Faults,
): FilterRequest | undefined {
  const value = member(filter, 'value');
  if (isNothing(value) || (isRecord(value) && isOpenInterval(value))) {
    return undefined;
  }
  const data = member(filter, 'data');
  if (typeof data !== 'string') {
    faults.add(`${path}.data`, say`${describe(data)} is not the name of a column; send table.column.`);
    return undefined;
  }
  const rule = ruleFor(data, `${path}.data`, rules, faults);
  if (!rule || !hasType(filter, rule, path, faults)) {
    return undefined;
  }
  if (rule.type === 'string' || isText(filter, rule)) {
    return parseText(filter, rule, path, rules, faults);
  }
  if (!hasMode(filter, rule, path, faults)) {
    return undefined;
  }
  if (member(filter, 'mode') !== 'interval' && !isRecord(value)) {
    return parseIn(value, rule, `${path}.value`, faults);
  }
  const interval = checkInterval(value, `${path}.value`, faults);
  return interval && parseInterval(interval, rule, `${path}.value`, faults);
}

/** The table decides how a column is compared; with another type, a client would get unexpected rows. */
function hasType(filter: UnknownRecord, rule: FilterRule, path: string, faults: Faults): boolean {
  const type = member(filter, 'type');
  if (isNothing(type) || type === rule.type || isText(filter, rule)) {
    return true;
  }
  faults.add(`${path}.type`, say`${describe(type)} is not the type of this filter; send ${rule.type}.`);
  return false;
}

/** Whether a client that does not know the type of the column filters it as a text. */
function isText(filter: UnknownRecord, { untyped }: FilterRule): boolean {
  return untyped === true && member(filter, 'type') === 'string';
}

/** A text is compared in the filter's own mode. Defaults to `full`. */
function parseText(
  filter: UnknownRecord,
  rule: FilterRule,
  path: string,
  { textLimits }: RequestRules,
  faults: Faults,
): FilterRequest | undefined {
  const given = member(filter, 'mode');
  const mode: SearchMode | undefined = isNothing(given) ? 'full' : searchModes.find((name) => name === given);
  if (mode === undefined) {
    faults.add(
      `${path}.mode`,
      say`${describe(given)} is not a search mode; ${remedyFor(given, searchModes)}`,
    );
    return undefined;
  }
  const value = parseValue(member(filter, 'value'), rule, `${path}.value`, faults);
  const text = value === undefined ? '' : trimmed(String(value));
  if (text.length > textLimits.characters) {
    faults.add(
      `${path}.value`,
      say`The text has ${text.length} characters; send at most ${textLimits.characters}.`,
    );
    return undefined;
  }
  return text === '' ? undefined : { kind: 'text', data: rule.data, mode, text };
}

function hasMode(filter: UnknownRecord, rule: FilterRule, path: string, faults: Faults): boolean {
  const mode = member(filter, 'mode');
  const ranged = rule.type === 'number' || rule.type === 'date';
  if (isNothing(mode) || (ranged && rangedModes.some((name) => name === mode))) {
    return true;
  }
  const remedy = ranged ? say`send interval, or null for a value` : say`send null`;
  faults.add(
    `${path}.mode`,
    say`${describe(mode)} is not a mode of a filter of type ${rule.type}; ${remedy}.`,
  );
  return false;
}
