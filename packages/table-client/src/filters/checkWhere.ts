import type { FilterCondition } from '@rowhouse/table-protocol';
import { type FilterValue, filterGroupLimits, filterOperators } from '@rowhouse/table-protocol/internal';
import type { WhereCondition, WhereNode } from '../conditions/Where.ts';
import { isRecord, wordOf } from '../responses/shape.ts';
import { isText } from '../table/TableState.ts';
import type { FilterChoice } from './Filters.ts';

/**
 * A filter group that was stored or read from an address; null if the table does not support any part of it, because
 * without that part other rows would match. Never throws.
 */
export function checkWhere(value: unknown, choices: readonly FilterChoice[]): WhereNode | null {
  let conditions = 0;

  const check = (node: unknown, depth: number): WhereNode | null => {
    if (!isRecord(node)) return null;
    const join = (['all', 'any', 'not'] as const).find((name) => node[name] !== undefined);

    if (join === undefined) {
      conditions += 1;
      return conditions > filterGroupLimits.conditions ? null : checkCondition(node, choices);
    }
    if (depth === filterGroupLimits.depth) return null;
    if (join === 'not') {
      const inner = check(node.not, depth + 1);
      return inner && { not: inner };
    }
    const given = node[join];
    if (!Array.isArray(given) || given.length > filterGroupLimits.conditions) return null;
    const nodes = given.map((entry) => check(entry, depth + 1)).filter((entry) => entry !== null);
    if (nodes.length === 0 || nodes.length < given.length) return null;

    return join === 'all' ? { all: nodes } : { any: nodes };
  };

  return check(value, 0);
}

function checkCondition(
  node: Readonly<Record<string, unknown>>,
  choices: readonly FilterChoice[],
): WhereCondition | null {
  const choice = choices.find(({ data }) => data === node.data);
  const operator = choice && wordOf(node.operator, filterOperators[choice.type], null);
  if (!choice || !operator) return null;
  const { data } = choice;
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return { data, operator };

  const value = checkValue(node.value, operator);
  if (value === undefined) return null;
  const { valueLabels } = node;
  const labels = Array.isArray(valueLabels) && valueLabels.every(isText) ? valueLabels : null;

  return { data, operator, value, ...(labels && { valueLabels: labels }) };
}

function checkValue(
  value: unknown,
  operator: FilterCondition['operator'],
): FilterCondition['value'] | undefined {
  if (operator === 'anyOf' || operator === 'noneOf') {
    return Array.isArray(value) &&
      value.length > 0 &&
      value.length <= filterGroupLimits.values &&
      value.every(isSingle)
      ? value
      : undefined;
  }
  if (operator !== 'between') return isSingle(value) ? value : undefined;
  if (!isRecord(value)) return undefined;
  const { min = null, max = null } = value;

  return isBound(min) && isBound(max) && (min !== null || max !== null) ? { min, max } : undefined;
}

function isSingle(value: unknown): value is Exclude<FilterValue, null> {
  return typeof value === 'boolean' || isBoundValue(value);
}

function isBound(value: unknown): value is string | number | null {
  return value === null || isBoundValue(value);
}

function isBoundValue(value: unknown): value is string | number {
  return (isText(value) && value.trim() !== '') || (typeof value === 'number' && Number.isFinite(value));
}
