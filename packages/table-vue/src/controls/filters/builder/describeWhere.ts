import {
  type FilterChoice,
  numberText,
  type Translate,
  type WhereCondition,
  type WhereNode,
} from '@rowhouse/table-client';
import {
  type DateUnit,
  type FilterOperator,
  type FilterValue,
  parseRelativeDate,
  type RelativeDate,
} from '@rowhouse/table-protocol';
import { dayText, type TableDates } from '../dateDays.ts';

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

/** Maximum number of values that are named; the others are counted. */
const named = 3;

/** A filter as text, such as `Status is any of Paid, Sent and (Total is at least 100 or Note is empty)`. */
export function describeWhere(
  where: WhereNode,
  choices: readonly FilterChoice[],
  translate: Translate,
  dates: TableDates,
): string {
  const node = (of: WhereNode, isInner: boolean): string => {
    if ('not' in of) return translate('not ({filter})', { filter: node(of.not, false) });
    const members = 'all' in of ? of.all : 'any' in of ? of.any : null;
    if (members === null) return condition(of as WhereCondition);
    const text = members
      .map((member) => node(member, true))
      .join(` ${translate('all' in of ? 'and' : 'or')} `);

    return isInner && members.length > 1 ? `(${text})` : text;
  };

  const condition = (of: WhereCondition): string => {
    const choice = choices.find(({ data }) => data === of.data);
    const label = translate(choice?.label ?? of.data);
    const operator = translate(operatorNames[of.operator]);
    const value = valueText(of, choice, translate, dates);

    return value === '' ? `${label} ${operator}` : `${label} ${operator} ${value}`;
  };

  return node(where, false);
}

function valueText(
  { value, valueLabels }: WhereCondition,
  choice: FilterChoice | undefined,
  translate: Translate,
  dates: TableDates,
): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object' && !Array.isArray(value)) {
    const [min, max] = [value.min, value.max].map((bound) =>
      bound === null || bound === undefined ? '…' : single(bound, choice, translate, dates),
    );

    return translate('{from} – {to}', { from: min ?? '', to: max ?? '' });
  }
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map((entry, index) => valueLabels?.[index] ?? single(entry, choice, translate, dates));
  const first = texts.slice(0, named).join(', ');

  return texts.length > named
    ? translate('{names} and {count} more', { names: first, count: texts.length - named })
    : first;
}

function single(
  value: FilterValue,
  choice: FilterChoice | undefined,
  translate: Translate,
  dates: TableDates,
): string {
  const text = String(value);

  switch (choice?.type) {
    case 'boolean':
      return translate(text === 'true' || text === '1' ? 'Yes' : 'No');
    case 'enum':
      return translate(choice.enum?.[text] ?? text);
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? numberText(text) : text;
    case 'date': {
      const relative = parseRelativeDate(text);

      return relative ? relativeText(relative, translate) : dayText(text, dates);
    }
    default:
      return `“${text}”`;
  }
}

/** A relative date as text, translated. */
export function relativeText(date: RelativeDate, translate: Translate): string {
  if (!('count' in date)) return translate(calendarNames[date.kind][date.unit]);

  return translate(countedNames[date.kind][date.unit], { count: date.count });
}
