import { type FilterValue, type Interval, searchModes } from '@rowhouse/table-protocol';
import type { ActiveFilter, FilterChoice } from '../TableController.ts';
import { isRecord, wordOf } from './answers/shape.ts';
import { isText } from './texts.ts';

/** Most filters, and most values of one, that the server takes. */
const filtersLimit = 100;
const valuesLimit = 1000;

/** Filters that these choices can make; null when `value` is no list of such. */
export function checkFilters(value: unknown, choices: readonly FilterChoice[]): ActiveFilter[] | null {
  if (!Array.isArray(value) || value.length > filtersLimit) {
    return null;
  }

  const filters = value.map((filter) => checkFilter(filter, choices)).filter((filter) => filter !== null);

  // A filter left out would show rows that nobody asked for.
  return filters.length === value.length ? filters : null;
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

/** Undefined when it fits no filter of the type. */
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
    bound === null || (isValue(bound, choice) && typeof bound !== 'boolean');

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
        (isText(value) && /^-?\d+(\.\d+)?$/.test(value) && value.length <= 40)
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
