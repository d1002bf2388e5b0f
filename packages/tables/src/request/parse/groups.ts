import { say, Text } from '@rowhouse/problems';
import {
  groupLevel,
  groupSort,
  groupSteps,
  mostGroups,
  sortDirections,
} from '@rowhouse/table-protocol/internal';

import { stepStart } from '../../format/dateSteps.ts';
import type { GroupRequest, GroupsRequest, PathKey } from '../SummaryRequest.ts';
import type { RequestRules } from '../TableRequest.ts';
import { describe, type Faults } from './Faults.ts';
import {
  checkMembers,
  isNothing,
  member,
  readList,
  readRecord,
  remedyFor,
  type UnknownRecord,
} from './scalars.ts';
import { parseValue } from './values.ts';

/** `meta.groups`, with `meta.groupPath` and `meta.groupSort`. */
export function parseGroups(meta: UnknownRecord, rules: RequestRules, faults: Faults): GroupsRequest {
  const given = readList(member(meta, 'groups'), 'meta.groups', faults);

  if (given.length > mostGroups) {
    faults.add('meta.groups', say`The list has ${given.length} levels; send at most ${mostGroups}.`);
  }

  const levels = given.slice(0, mostGroups).map((entry, index) => parseLevel(entry, index, rules, faults));
  const groups: GroupRequest[] = [];

  for (const [index, level] of levels.entries()) {
    if (level && groups.some(({ column, step }) => column === level.column && step === level.step)) {
      faults.add(
        `meta.groups.${index}`,
        say`${describe(level.column)} is listed twice; list each level once.`,
      );
    } else if (level) {
      groups.push(level);
    }
  }

  return {
    kind: 'groups',
    groups,
    path: parsePath(member(meta, 'groupPath'), levels, faults),
    sort: parseSort(member(meta, 'groupSort'), rules, faults),
  };
}

function parseLevel(
  entry: unknown,
  index: number,
  { summaries }: RequestRules,
  faults: Faults,
): GroupRequest | undefined {
  const path = `meta.groups.${index}`;
  const level = readRecord(entry, path, faults);
  checkMembers(level, { known: Object.keys(groupLevel.properties), of: say`a group`, path }, faults);
  const name = member(level, 'column');
  const rule = typeof name === 'string' ? summaries.groups.get(name) : undefined;

  if (!rule) {
    faults.add(
      `${path}.column`,
      say`${describe(name)} cannot be grouped by; ${remedyFor(name, summaries.groups.keys())}`,
    );
    return undefined;
  }

  const given = member(level, 'step');
  const step = groupSteps.find((word) => word === given) ?? null;
  const isDate = rule.type === 'date';

  if (isDate ? step === null : !isNothing(given)) {
    faults.add(
      `${path}.step`,
      isDate
        ? say`${describe(given)} is not a step of dates; ${remedyFor(given, groupSteps)}`
        : say`${describe(rule.column)} is not a date, so it has no steps; leave the step out.`,
    );
    return undefined;
  }

  return { ...rule, step };
}

/** Empty if a level is invalid, because a key has no meaning without its level. */
function parsePath(value: unknown, levels: readonly (GroupRequest | undefined)[], faults: Faults): PathKey[] {
  const given = readList(value, 'meta.groupPath', faults);

  if (given.length > levels.length) {
    faults.add(
      'meta.groupPath',
      say`The path has ${given.length} keys, and meta.groups has ${levels.length} levels; send at most one key for each.`,
    );
    return [];
  }

  return given.flatMap((key, index): PathKey[] => {
    const level = levels[index];
    const parsed = level && parseKey(key, level, `meta.groupPath.${index}`, faults);

    return parsed === undefined ? [] : [parsed];
  });
}

/**
 * For texts, an empty text is a key; for other types a query string uses it for null. A text that cannot be the key of a
 * record is its label, as links have it from before the column's groups were those of records.
 */
function parseKey(
  key: unknown,
  { type, step, record }: GroupRequest,
  path: string,
  faults: Faults,
): PathKey | undefined {
  const isText = type === 'string' || type === 'enum';

  if (key === null || key === undefined || (key === '' && !isText)) return null;

  if (record !== undefined && type === 'number' && typeof key === 'string' && !/^-?\d+(\.\d+)?$/.test(key)) {
    const label = parseValue(key, { type: 'string', keys: null }, path, faults);

    return label === undefined ? undefined : { label: String(label) };
  }

  const value = parseValue(key, { type, keys: null, takesSpecial: true }, path, faults);

  if (step === null || value === undefined) return value;

  const day = String(value);
  const start = day.length === 10 ? stepStart(day, step) : null;
  if (start === day) return day;

  const remedy = start === null ? say`send a day as YYYY-MM-DD` : say`send ${start}`;
  faults.add(path, say`${describe(key)} is not the first day of a ${new Text(step)}; ${remedy}.`);
  return undefined;
}

function parseSort(value: unknown, { summaries }: RequestRules, faults: Faults): GroupsRequest['sort'] {
  const path = 'meta.groupSort';
  const sort = readRecord(value, path, faults);
  checkMembers(sort, { known: Object.keys(groupSort.properties), of: say`a sort of groups`, path }, faults);
  const [by, direction] = [member(sort, 'by'), member(sort, 'direction')];
  const words = ['label', 'count', ...summaries.totals];
  const known = words.find((word) => word === by);
  const knownDirection = sortDirections.find((word) => word === direction);

  if (known === undefined && !isNothing(by)) {
    faults.add(`${path}.by`, say`${describe(by)} does not sort groups; ${remedyFor(by, words)}`);
  }
  if (knownDirection === undefined && !isNothing(direction)) {
    faults.add(`${path}.direction`, say`${describe(direction)} is not a sort direction; send ASC or DESC.`);
  }

  return { by: known ?? 'label', direction: knownDirection ?? 'ASC' };
}
