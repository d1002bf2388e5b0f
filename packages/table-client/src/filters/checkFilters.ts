import type { Interval } from '@rowhouse/table-protocol';
import {
  type FilterValue,
  plainDecimal,
  searchModes,
  specialNumber,
} from '@rowhouse/table-protocol/internal';
import { conditionOf } from '../conditions/plainFilter.ts';
import type { ActiveFilter, PlainCondition } from '../conditions/Where.ts';
import { isRecord, wordOf } from '../responses/shape.ts';
import { isText } from '../table/TableState.ts';
import type { FilterChoice } from './Filters.ts';

/** Limits of the server: filters of a request, and values of a filter. */
const filtersLimit = 100;
const valuesLimit = 1000;

/**
 * Plain filters that were stored or read from an address, as conditions; null if the table does not support any of them,
 * because without it other rows would match. Never throws.
 */
export function checkFilters(value: unknown, choices: readonly FilterChoice[]): PlainCondition[] | null {
  if (!Array.isArray(value) || value.length > filtersLimit) {
    return null;
  }

  const conditions = value
    .map((filter) => checkFilter(filter, choices))
    .map((filter) => filter && conditionOf(filter))
    .filter((condition) => condition !== null);

  return conditions.length === value.length ? conditions : null;
}

function checkFilter(value: unknown, choices: readonly FilterChoice[]): ActiveFilter | null {
  if (!isRecord(value)) {
    return null;
  }

  const choice = choices.find(({ data, type }) => data === value.data && type === value.type);
  const checked = choice ? checkValue(value.value, choice) : undefined;
  const mode = choice ? checkMode(value.mode, choice) : undefined;

  if (!choice || checked === undefined || mode === undefined || (mode === 'interval') !== isRecord(checked)) {
    return null;
  }

  const { valueLabels } = value;
  const labels = Array.isArray(valueLabels) && valueLabels.every(isText) ? valueLabels : null;

  return {
    label: choice.label,
    data: choice.data,
    type: choice.type,
    value: checked,
    mode,
    ...(choice.type === 'select' && labels && { valueLabels: labels }),
  };
}

/** Undefined if no filter of the type has this mode. */
function checkMode(value: unknown, { type }: FilterChoice): ActiveFilter['mode'] | undefined {
  if (value === undefined || value === null) {
    return null;
  }
  if (type === 'string') {
    return wordOf(value, searchModes, undefined);
  }

  return type === 'number' || type === 'date'
    ? wordOf(value, ['interval', 'value', 'date'] as const, undefined)
    : undefined;
}

function checkValue(value: unknown, choice: FilterChoice): ActiveFilter['value'] | undefined {
  if (Array.isArray(value)) {
    const isList = choice.type !== 'string' && value.length > 0 && value.length <= valuesLimit;

    return isList && value.every((entry) => isValue(entry, choice)) ? value : undefined;
  }
  if (isRecord(value)) {
    return checkInterval(value, choice);
  }

  return isValue(value, choice) ? value : undefined;
}

function checkInterval(
  { min = null, max = null, ...others }: Readonly<Record<string, unknown>>,
  choice: FilterChoice,
): Interval | undefined {
  const isRanged = choice.type === 'number' || choice.type === 'date';
  const isBound = (bound: unknown): bound is string | number | null =>
    bound === null ||
    (isValue(bound, choice) && typeof bound !== 'boolean' && specialNumber(String(bound)) === null);

  return isRanged && Object.keys(others).length === 0 && isBound(min) && isBound(max) && (min ?? max) !== null
    ? { min, max }
    : undefined;
}

function isValue(value: unknown, choice: FilterChoice): value is NonNullable<FilterValue> {
  switch (choice.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return (
        (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) ||
        (isText(value) && (plainDecimal(value) ?? specialNumber(value)) !== null)
      );
    case 'date':
      return isText(value) && /^\d{4}-\d\d-\d\d(T.*Z)?$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'enum':
      return isText(value) && (!choice.enum || Object.hasOwn(choice.enum, value));
    case 'select':
      return (isText(value) && value !== '') || Number.isSafeInteger(value);
    default:
      return isText(value) && value.trim() !== '';
  }
}
