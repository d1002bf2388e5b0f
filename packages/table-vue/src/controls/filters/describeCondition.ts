import type { Translate } from '@rowhouse/table-client';
import {
  type FilterChoice,
  numberText,
  type WhereCondition,
  type WhereNode,
} from '@rowhouse/table-client/internal';
import type { FilterOperator, FilterType, Interval } from '@rowhouse/table-protocol';
import {
  type DateUnit,
  type FilterValue,
  parseRelativeDate,
  type RelativeDate,
} from '@rowhouse/table-protocol/internal';
import { dayOf, dayText, type TableDates } from './dateDays.ts';

/** Names of the operators, to be translated. */
export const operatorNames: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  isNot: 'is not',
  anyOf: 'is any of',
  noneOf: 'is none of',
  contains: 'contains',
  doesNotContain: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  lessThan: 'is less than',
  atMost: 'is at most',
  moreThan: 'is more than',
  atLeast: 'is at least',
  between: 'is between',
  before: 'is before',
  onOrBefore: 'is on or before',
  after: 'is after',
  onOrAfter: 'is on or after',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
};

/** Names of relative dates, to be translated. */
export const calendarNames: Readonly<
  Record<'previous' | 'this' | 'next', Readonly<Record<DateUnit, string>>>
> = {
  this: { day: 'today', week: 'this week', month: 'this month', quarter: 'this quarter', year: 'this year' },
  previous: {
    day: 'yesterday',
    week: 'previous week',
    month: 'previous month',
    quarter: 'previous quarter',
    year: 'previous year',
  },
  next: {
    day: 'tomorrow',
    week: 'next week',
    month: 'next month',
    quarter: 'next quarter',
    year: 'next year',
  },
};

/** The same with a number. */
const countedNames: Readonly<Record<'last' | 'coming' | 'olderThan', Readonly<Record<DateUnit, string>>>> = {
  last: {
    day: '{count|last day|last # days}',
    week: 'last {count|# week|# weeks}',
    month: 'last {count|# month|# months}',
    quarter: 'last {count|# quarter|# quarters}',
    year: 'last {count|# year|# years}',
  },
  coming: {
    day: '{count|next day|next # days}',
    week: 'next {count|# week|# weeks}',
    month: 'next {count|# month|# months}',
    quarter: 'next {count|# quarter|# quarters}',
    year: 'next {count|# year|# years}',
  },
  olderThan: {
    day: 'older than {count|# day|# days}',
    week: 'older than {count|# week|# weeks}',
    month: 'older than {count|# month|# months}',
    quarter: 'older than {count|# quarter|# quarters}',
    year: 'older than {count|# year|# years}',
  },
};

/** Plain filters of texts, to be translated. */
const plainTexts: Readonly<Partial<Record<FilterOperator, string>>> = {
  contains: '“{text}”',
  startsWith: 'starts with “{text}”',
  endsWith: 'ends with “{text}”',
  is: 'exactly “{text}”',
  doesNotContain: 'without “{text}”',
};

/** Maximum number of values that are named; the others are counted. */
const named = 3;

/** What texts about filters depend on. */
export interface DescribeContext {
  readonly choices: readonly FilterChoice[];
  readonly translate: Translate;
  readonly dates: TableDates;
}

/**
 * A filter as text, such as `Status: Paid, Sent` for a plain one, or
 * `Status is any of Paid, Sent and (Total is at least 100 or Note is empty)`.
 */
export function describeCondition(given: WhereNode, context: DescribeContext): string {
  const { translate } = context;
  const node = (of: WhereNode, isInner: boolean): string => {
    if ('not' in of) return translate('not ({filter})', { filter: node(of.not, false) });
    const members = 'all' in of ? of.all : 'any' in of ? of.any : null;
    if (members === null) return describeOne(of as WhereCondition, context);
    const text = members
      .map((member) => node(member, true))
      .join(` ${translate('all' in of ? 'and' : 'or')} `);

    return isInner && members.length > 1 ? `(${text})` : text;
  };

  return node(given, false);
}

function describeOne(condition: WhereCondition, context: DescribeContext): string {
  const { choices, translate } = context;
  const { data, operator, plain } = condition;
  const choice = choices.find((candidate) => candidate.data === data);
  const label = translate(choice?.label ?? plain?.label ?? data);
  const describe = (value: FilterValue) => single(value, choice?.type ?? plain?.type, choice, context);
  if (plain) {
    return translate('{label}: {value}', {
      label,
      value: plainText(condition, plain.type, describe, translate),
    });
  }
  const value = valueText(condition, describe, translate);

  return [label, translate(operatorNames[operator]), value].filter((part) => part !== '').join(' ');
}

type Describe = (value: FilterValue) => string;

/** The value of a plain filter, without the name of its operator. */
function plainText(
  condition: WhereCondition,
  type: FilterType,
  describe: Describe,
  translate: Translate,
): string {
  const { operator, value = null } = condition;
  const text = type === 'string' ? plainTexts[operator] : undefined;
  if (text !== undefined) return translate(text, { text: String(value) });
  if (!isInterval(value)) return valueText(condition, describe, translate);
  const [from, to] = [value.min, value.max].map((bound) =>
    bound === null || bound === undefined ? null : describe(bound),
  );
  if (typeof from !== 'string') return translate('up to {to}', { to: to ?? '' });
  if (typeof to !== 'string') return translate('from {from}', { from });

  return from === to ? from : translate('{from} – {to}', { from, to });
}

function valueText({ value, valueLabels }: WhereCondition, describe: Describe, translate: Translate): string {
  if (value === undefined || value === null) return '';
  if (isInterval(value)) {
    const [from = '', to = ''] = [value.min, value.max].map((bound) =>
      bound === null || bound === undefined ? '…' : describe(bound),
    );

    return translate('{from} – {to}', { from, to });
  }
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map((entry, index) => valueLabels?.[index] ?? describe(entry));
  const first = texts.slice(0, named).join(', ');

  return texts.length > named
    ? translate('{names} and {count} more', { names: first, count: texts.length - named })
    : first;
}

function single(
  value: FilterValue,
  type: FilterType | undefined,
  choice: FilterChoice | undefined,
  { translate, dates }: DescribeContext,
): string {
  const text = String(value);

  switch (type) {
    case 'boolean':
      return translate(text === 'true' || text === '1' ? 'Yes' : 'No');
    case 'enum':
      return translate(choice?.enum?.[text] ?? text);
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? numberText(text) : text;
    case 'select':
      return text;
    case 'date': {
      const relative = parseRelativeDate(text);

      return relative ? relativeText(relative, translate) : dayText(dayOf(text, dates), dates);
    }
    default:
      return `“${text}”`;
  }
}

function isInterval(value: WhereCondition['value']): value is Interval {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A relative date as text, translated. */
function relativeText(date: RelativeDate, translate: Translate): string {
  if (!('count' in date)) return translate(calendarNames[date.kind][date.unit]);

  return translate(countedNames[date.kind][date.unit], { count: date.count });
}
