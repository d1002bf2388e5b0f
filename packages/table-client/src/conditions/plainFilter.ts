import type { FilterOperator, FilterType, Interval, SearchMode } from '@rowhouse/table-protocol';
import type { ActiveFilter, PlainCondition, WhereNode } from './Where.ts';

/** The operator of a text filter, by its mode. */
const textOperators: Readonly<Record<SearchMode, FilterOperator>> = {
  full: 'contains',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  exactMatch: 'is',
  doesntContain: 'doesNotContain',
};

/** Whether a node is sent as a plain filter. */
export function isPlain(node: WhereNode): node is PlainCondition {
  return 'operator' in node && node.plain !== undefined;
}

/** The condition of a plain filter; null for one that does not filter. */
export function conditionOf(filter: ActiveFilter): PlainCondition | null {
  const { label, data, type, value, valueLabels } = filter;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (isInterval(value) && (value.min ?? null) === null && (value.max ?? null) === null) return null;

  return {
    data,
    operator: operatorOf(filter),
    value,
    ...(valueLabels && { valueLabels }),
    plain: { label, type },
  };
}

function operatorOf({ type, value, mode }: ActiveFilter): FilterOperator {
  if (type === 'string') return textOperators[isTextMode(mode) ? mode : 'full'];
  if (Array.isArray(value)) return 'anyOf';

  return isInterval(value) ? 'between' : 'is';
}

/** The plain filter of a condition: the reverse of `conditionOf`. */
export function filterOf({
  data,
  operator,
  value = null,
  valueLabels,
  plain: { label, type },
}: PlainCondition): ActiveFilter {
  return { label, data, type, value, mode: modeOf(type, operator), ...(valueLabels && { valueLabels }) };
}

function modeOf(type: FilterType, operator: FilterOperator): ActiveFilter['mode'] {
  if (operator === 'between') return 'interval';

  switch (type) {
    case 'string':
      return Object.keys(textOperators)
        .filter(isTextMode)
        .find((mode) => textOperators[mode] === operator);
    case 'number':
      return 'value';
    case 'date':
      return 'date';
    default:
      return null;
  }
}

function isTextMode(mode: string | null | undefined): mode is SearchMode {
  return typeof mode === 'string' && Object.hasOwn(textOperators, mode);
}

function isInterval(value: ActiveFilter['value']): value is Interval {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
