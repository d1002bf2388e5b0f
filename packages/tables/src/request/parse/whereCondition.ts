import { say } from '@rowhouse/problems';
import type { FilterOperator, SearchMode } from '@rowhouse/table-protocol';
import { filterOperators } from '@rowhouse/table-protocol/internal';
import type {
  FilterRequest,
  FilterRule,
  RequestMoment,
  RequestRules,
  WhereRequest,
} from '../TableRequest.ts';
import { checkInterval, isOpenInterval, parseIn, parseInterval, ruleFor } from './conditions.ts';
import { describe, type Faults } from './Faults.ts';
import { parseDateBound, parseDateInterval, parseDays } from './relativeDays.ts';
import { checkMembers, isNothing, member, remedyFor, type UnknownRecord } from './scalars.ts';
import { trimmed } from './search.ts';
import { parseValue } from './values.ts';

export interface ConditionScope {
  readonly rules: RequestRules;
  readonly moment: RequestMoment;
  readonly faults: Faults;
}

const conditionMembers = ['data', 'operator', 'value'];

/** Operators that match exactly the rows that another does not. */
const opposites: Readonly<Partial<Record<FilterOperator, FilterOperator>>> = {
  isNot: 'is',
  noneOf: 'anyOf',
  doesNotContain: 'contains',
  isNotEmpty: 'isEmpty',
};

const textModes: Readonly<Partial<Record<FilterOperator, SearchMode>>> = {
  contains: 'full',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
};

/** Operators with one bound. */
const bounds: Readonly<
  Partial<Record<FilterOperator, { readonly side: 'min' | 'max'; readonly exclusive?: true }>>
> = {
  lessThan: { side: 'max', exclusive: true },
  before: { side: 'max', exclusive: true },
  atMost: { side: 'max' },
  onOrBefore: { side: 'max' },
  moreThan: { side: 'min', exclusive: true },
  after: { side: 'min', exclusive: true },
  atLeast: { side: 'min' },
  onOrAfter: { side: 'min' },
};

/** One `{data, operator, value}`; null after a fault. */
export function parseCondition(
  condition: UnknownRecord,
  path: string,
  negated: boolean,
  scope: ConditionScope,
): WhereRequest | null {
  const { rules, faults } = scope;
  checkMembers(condition, { known: conditionMembers, of: say`a condition`, path }, faults);
  const data = member(condition, 'data');

  if (typeof data !== 'string') {
    faults.add(`${path}.data`, say`${describe(data)} is not the name of a column; send table.column.`);

    return null;
  }

  const rule = ruleFor(data, `${path}.data`, rules, faults);
  const given = rule && parseOperator(member(condition, 'operator'), rule, `${path}.operator`, faults);

  if (!rule || !given) return null;

  const operator = opposites[given] ?? given;
  const filter = parseFilter(operator, member(condition, 'value'), rule, `${path}.value`, scope);

  return filter ? { kind: 'condition', filter, negated: negated !== (operator !== given) } : null;
}

function parseOperator(
  value: unknown,
  { type }: FilterRule,
  path: string,
  faults: Faults,
): FilterOperator | undefined {
  const operators: readonly FilterOperator[] = filterOperators[type];
  const operator = operators.find((name) => name === value);

  if (operator === undefined) {
    const remedy = remedyFor(value, operators);
    faults.add(path, say`${describe(value)} is not an operator of a filter of type ${type}; ${remedy}`);
  }

  return operator;
}

function parseFilter(
  operator: FilterOperator,
  value: unknown,
  rule: FilterRule,
  path: string,
  { rules, moment, faults }: ConditionScope,
): FilterRequest | undefined {
  const bound = bounds[operator];
  const mode = textModes[operator];
  const isDate = rule.type === 'date';

  if (operator === 'isEmpty') {
    if (isNothing(value)) return { kind: 'empty', data: rule.data, type: rule.type };
    faults.add(path, 'The operator takes no value; leave it out.');

    return undefined;
  }
  if (isNothing(value) || (operator === 'between' && isOpen(value))) {
    faults.add(path, 'The value is missing; send one, or use the operator isEmpty.');

    return undefined;
  }
  if (operator === 'anyOf') return parseIn(value, rule, path, faults);
  if (operator === 'between') {
    const interval = checkInterval(value, path, faults);

    return interval && (isDate ? parseDateInterval : parseInterval)(interval, rule, path, faults, moment);
  }
  if (Array.isArray(value)) {
    faults.add(path, 'A list does not fit this operator; send one value, or use anyOf or noneOf.');

    return undefined;
  }
  if (mode) return parseText(value, mode, rule, path, rules.textLimits.characters, faults);
  if (bound) {
    const limit = isDate
      ? parseDateBound(value, bound, rule, path, faults, moment)
      : parseValue(value, rule, path, faults);

    return limit === undefined
      ? undefined
      : {
          kind: 'interval',
          data: rule.data,
          type: rule.type,
          min: bound.side === 'min' ? String(limit) : null,
          max: bound.side === 'max' ? String(limit) : null,
          ...(bound.exclusive && { exclusive: true }),
        };
  }

  return isDate ? parseDays(value, rule, path, faults, moment) : parseIn(value, rule, path, faults);
}

function isOpen(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isOpenInterval({ ...value });
}

function parseText(
  value: unknown,
  mode: SearchMode,
  rule: FilterRule,
  path: string,
  characters: number,
  faults: Faults,
): FilterRequest | undefined {
  const parsed = parseValue(value, rule, path, faults);

  if (parsed === undefined) return undefined;

  const text = trimmed(String(parsed));

  if (text !== '' && text.length <= characters) return { kind: 'text', data: rule.data, mode, text };

  faults.add(
    path,
    text === ''
      ? 'The text has only white space; send letters, or use the operator isEmpty.'
      : say`The text has ${text.length} characters; send at most ${characters}.`,
  );

  return undefined;
}
