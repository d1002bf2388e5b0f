import type { TableController } from '@rowhouse/table-client';
import type { FilterChoice, WhereCondition } from '@rowhouse/table-client/internal';
import type { FilterOperator, FilterType } from '@rowhouse/table-protocol';
import { filterOperators } from '@rowhouse/table-protocol/internal';
import { operatorNames } from './describeCondition.ts';

/** What a form offers for comparing a column with a value. */
export interface Comparison {
  /** Unique in its form. */
  readonly key: string;
  /** To be translated. */
  readonly text: string;
  readonly operator: FilterOperator;
  /** Makes a plain filter, which does not affect its own facet. */
  readonly isPlain?: true;
  /** One day, sent as an interval. */
  readonly isDay?: true;
}

const plain = (key: string, text: string, operator: FilterOperator): Comparison => ({
  key,
  text,
  operator,
  isPlain: true,
});

/** The comparisons that make plain filters. */
const plainComparisons: Readonly<Record<FilterType, readonly Comparison[]>> = {
  boolean: [plain('value', 'is', 'is')],
  enum: [plain('values', 'is any of', 'anyOf')],
  select: [plain('values', 'is any of', 'anyOf')],
  number: [plain('range', 'is between', 'between'), plain('value', 'equals', 'is')],
  date: [plain('range', 'is between', 'between'), { ...plain('day', 'is on', 'between'), isDay: true }],
  string: [
    plain('full', operatorNames.contains, 'contains'),
    plain('startsWith', operatorNames.startsWith, 'startsWith'),
    plain('endsWith', operatorNames.endsWith, 'endsWith'),
    plain('exactMatch', operatorNames.is, 'is'),
    plain('doesntContain', operatorNames.doesNotContain, 'doesNotContain'),
  ],
};

/** Further operators that the form of a filter does not offer: they say the same as others. */
const redundant: Readonly<Partial<Record<FilterType, readonly FilterOperator[]>>> = {
  boolean: ['anyOf', 'noneOf'],
  enum: ['is', 'isNot'],
  select: ['is', 'isNot'],
};

const isList = (operator: FilterOperator) => operator === 'anyOf' || operator === 'noneOf';

/** The comparisons of a condition in a group. Lists are omitted for booleans, which have only two values. */
export function groupComparisons({ type }: FilterChoice): readonly Comparison[] {
  return filterOperators[type]
    .filter((operator) => type !== 'boolean' || !isList(operator))
    .map((operator) => ({ key: operator, text: operatorNames[operator], operator }));
}

/** The comparisons of the form of one filter; for a given condition, including its own. */
export function formComparisons(
  choice: FilterChoice,
  isSeveral: boolean,
  given?: WhereCondition,
): readonly Comparison[] {
  const { type } = choice;
  const plain = plainComparisons[type].map((one) =>
    one.operator === 'anyOf' && !isSeveral ? { ...one, text: 'is' } : one,
  );
  const covered = [...plain.map(({ operator }) => operator), ...(redundant[type] ?? [])];
  const others = filterOperators[type]
    .filter((operator) => !covered.includes(operator))
    .map((operator) => ({ key: operator, text: textOf(type, operator), operator }));
  const all: readonly Comparison[] = [...plain, ...others];
  if (!given || comparisonOf(given, all)) return all;
  const text = textOf(type, given.operator);
  const { operator } = given;

  return [
    { key: `given ${operator}`, text, operator, ...(given.plain && { isPlain: true }) },
    ...all.filter((one) => one.text !== text),
  ];
}

/** Of the comparisons, that of a condition; undefined if none is. */
export function comparisonOf(
  { operator, plain, value }: WhereCondition,
  comparisons: readonly Comparison[],
): Comparison | undefined {
  const isInterval = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isDay = !isInterval || value.min === value.max;
  // Plain days are sent as intervals.
  const wanted = plain?.type === 'date' ? 'between' : operator;
  const fitting = comparisons.filter((one) => one.operator === wanted && !one.isPlain === !plain);

  return fitting.find((one) => isDay && one.isDay) ?? fitting[0];
}

/** A date that is compared as a whole is usually a relative one. */
function textOf(type: FilterType, operator: FilterOperator): string {
  return type === 'date' && operator === 'is' ? 'is within' : operatorNames[operator];
}

/** True if several values can be chosen: as declared by the template's filter, and always for a column's own filter. */
export function allowsSeveral(
  { template }: Pick<TableController, 'template'>,
  { data }: FilterChoice,
): boolean {
  const declared = template?.filters?.find((filter) => filter.data === data);

  return declared === undefined || declared.multiple === true;
}

/** Index of the first condition on a column; undefined if there is none. */
export function conditionIndex(
  { conditions }: Pick<TableController, 'conditions'>,
  { data }: FilterChoice,
): number | undefined {
  const index = conditions.findIndex((node) => 'operator' in node && node.data === data);

  return index === -1 ? undefined : index;
}
