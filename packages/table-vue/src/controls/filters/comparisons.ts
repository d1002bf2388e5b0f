import type { FilterChoice, TableController, WhereCondition, WhereNode } from '@rowhouse/table-client';
import { whereMembers, whereOfMembers } from '@rowhouse/table-client';
import { type FilterOperator, filterOperators, type SearchMode, searchModes } from '@rowhouse/table-protocol';
import { operatorNames } from './builder/describeWhere.ts';
import type { ConditionDraft } from './builder/whereDraft.ts';
import type { FilterDraft } from './filterDraft.ts';

/** A comparison in the form of one filter. */
export interface Comparison {
  /** Unique in its form. */
  readonly key: string;
  /** To be translated. */
  readonly text: string;
  /**
   * Operator of a condition; missing if it makes a filter of the request's `internalFilters`, which does not affect its
   * own facet.
   */
  readonly operator?: FilterOperator;
}

const modeOperators: Readonly<Record<SearchMode, FilterOperator>> = {
  full: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  exactMatch: 'is',
  doesntContain: 'doesNotContain',
};

/** Operators that plain filters already cover. */
const covered: Readonly<Record<FilterChoice['type'], readonly FilterOperator[]>> = {
  boolean: ['is', 'anyOf', 'noneOf'],
  enum: ['is', 'isNot', 'anyOf'],
  select: ['is', 'isNot', 'anyOf'],
  number: ['is', 'between'],
  date: ['between'],
  string: Object.values(modeOperators),
};

/** The comparisons of a filter's form; for the condition that it changes, including its operator. */
export function comparisonsOf(
  { type }: FilterChoice,
  isSeveral: boolean,
  given?: WhereCondition,
): readonly Comparison[] {
  const conditions = filterOperators[type].filter((operator) => !covered[type].includes(operator));
  const isKnown = given === undefined || conditions.some((operator) => operator === given.operator);
  const all: readonly Comparison[] = [
    ...filters(type, isSeveral),
    ...conditions.map((operator) => ({ key: operator, text: textOf(type, operator), operator })),
  ];
  if (isKnown) return all;
  const { operator } = given;
  const text = textOf(type, operator);

  return [{ key: `given ${operator}`, text, operator }, ...all.filter((one) => one.text !== text)];
}

function filters(type: FilterChoice['type'], isSeveral: boolean): readonly Comparison[] {
  switch (type) {
    case 'boolean':
      return [{ key: 'value', text: 'is' }];
    case 'enum':
    case 'select':
      return [{ key: 'values', text: isSeveral ? 'is any of' : 'is' }];
    case 'number':
      return [
        { key: 'range', text: 'is between' },
        { key: 'value', text: 'equals' },
      ];
    case 'date':
      return [
        { key: 'range', text: 'is between' },
        { key: 'day', text: 'is on' },
      ];
    default:
      return searchModes.map((key) => ({ key, text: operatorNames[modeOperators[key]] }));
  }
}

/** A date that is compared as a whole is usually a relative one. */
function textOf(type: FilterChoice['type'], operator: FilterOperator): string {
  return type === 'date' && operator === 'is' ? 'is within' : operatorNames[operator];
}

/** The key of a draft's comparison. */
export function comparisonOf(draft: FilterDraft): string {
  switch (draft.type) {
    case 'boolean':
      return 'value';
    case 'enum':
    case 'select':
      return 'values';
    case 'string':
      return draft.mode;
    case 'number':
      return draft.isRange ? 'range' : 'value';
    default:
      return draft.isRange ? 'range' : 'day';
  }
}

/** The draft with another comparison. */
export function comparedBy(draft: FilterDraft, key: string): FilterDraft {
  if (draft.type === 'string') return { ...draft, mode: key as SearchMode };

  return draft.type === 'number' || draft.type === 'date' ? { ...draft, isRange: key === 'range' } : draft;
}

/** The entered values, for a condition that replaces the filter. */
export function enteredIn(draft: FilterDraft): Partial<Pick<ConditionDraft, 'text' | 'options'>> {
  const option = (key: string) => ({ id: key, name: key });

  switch (draft.type) {
    case 'boolean':
      return { options: draft.value === null ? [] : [option(String(draft.value))] };
    case 'enum':
      return { options: draft.keys.map(option) };
    case 'select':
      return { options: draft.options };
    case 'number':
      return { text: draft.isRange ? draft.min : draft.value };
    case 'string':
      return { text: draft.text };
    default:
      return {};
  }
}

/** The table's filter with `condition` as its member at `index`, by default after the others. */
export function withCondition(
  { where }: Pick<TableController, 'where'>,
  condition: WhereCondition,
  index: number | undefined,
): WhereNode {
  const members = whereMembers(where);

  return whereOfMembers(members.toSpliced(index ?? members.length, 1, condition)) ?? condition;
}

/** Of the active filters, the one to change: a plain one, or a member of the combined filter. */
export type FilterPlace = { readonly filter: number } | { readonly member: number };

/** The first active filter of a column; undefined if it has none. */
export function placeOf(
  { filters, where }: Pick<TableController, 'filters' | 'where'>,
  choice: FilterChoice,
): FilterPlace | undefined {
  const filter = filters.findIndex(({ data, type }) => data === choice.data && type === choice.type);
  if (filter !== -1) return { filter };
  const member = whereMembers(where).findIndex((node) => 'operator' in node && node.data === choice.data);

  return member === -1 ? undefined : { member };
}
