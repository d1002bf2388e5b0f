import {
  type FilterValue,
  type InitResponse,
  type Interval,
  plainDecimal,
  searchModes,
  sortDirections,
  specialNumber,
  type ViewMode,
  viewModes,
} from '@rowhouse/table-protocol';
import type { LiveMode } from '../LiveRows.ts';
import type { ActiveFilter, FilterChoice } from '../TableController.ts';
import { checkLayout } from './columnLayout.ts';
import { checkGroupBy, checkGroupSort } from './grouping/groupBy.ts';
import { isPhoneRows } from './phoneRows.ts';
import { countOf, isRecord, wordOf, wordsOf } from './responses/shape.ts';
import {
  isPageLength,
  isText,
  pageStart,
  type SortEntry,
  sortableNames,
  type TableState,
} from './TableState.ts';
import { checkWhere } from './where.ts';

/**
 * The valid members of a state that was stored or read from an address; other members are omitted. Never throws.
 */
export function checkState(
  value: unknown,
  init: InitResponse,
  choices: readonly FilterChoice[],
): Partial<TableState> {
  if (!isRecord(value)) {
    return {};
  }

  const { template, meta } = init;
  const length = isPageLength(value.length, template.lengthMenu) ? value.length : undefined;
  const searchMode = wordOf(value.searchMode, template.searchModes, null);
  const start = countOf(value.start, null);
  const sort = checkSort(value.sort, sortableNames(init));
  const visible = checkVisible(value.visible, template.columns);
  const modes = checkViewModes(value.viewModes);
  const filters = checkFilters(value.filters, choices);
  const where = checkWhere(value.where, choices);
  const groupBy = checkGroupBy(value.groupBy, template.columns);
  const groupSort = checkGroupSort(value.groupSort, template.columns);

  return {
    ...(isText(value.search) && meta.searchable && { search: value.search }),
    ...(searchMode !== null && { searchMode }),
    ...(start !== null && { start: pageStart(start, length ?? meta.length) }),
    ...(length !== undefined && { length }),
    ...(typeof value.autoLength === 'boolean' && { autoLength: value.autoLength }),
    ...(sort && { sort }),
    ...(visible && { visible }),
    ...(modes?.includes('compact') && { density: 'compact' as const }),
    ...(modes && { viewModes: modes.filter((mode) => mode !== 'compact') }),
    ...(filters && { filters }),
    ...checkLayout(value, template.columns),
    ...((where || value.where === null) && { where }),
    ...(groupBy && { groupBy }),
    ...(groupSort && { groupSort }),
    ...(isLiveMode(value.liveMode) && { liveMode: value.liveMode }),
    ...(isPhoneRows(value.phoneRows) && { phoneRows: value.phoneRows }),
  };
}

function isLiveMode(value: unknown): value is LiveMode {
  return value === 'mark' || value === 'apply';
}

function checkSort(value: unknown, sortable: ReadonlySet<string>): SortEntry[] | null {
  if (!Array.isArray(value)) {
    return null;
  }

  const directions = new Map<string, SortEntry['direction']>();

  for (const entry of value) {
    const { name, direction } = isRecord(entry) ? entry : {};
    const checked = wordOf(direction, sortDirections, null);

    if (typeof name !== 'string' || !sortable.has(name) || checked === null || directions.has(name)) {
      return null;
    }

    directions.set(name, checked);
  }

  return [...directions].map(([name, direction]) => ({ name, direction }));
}

/** Names of removed columns are ignored. */
function checkVisible(value: unknown, columns: InitResponse['template']['columns']): string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
    ? columns.filter(({ name, meta }) => !meta.rogue && value.includes(name)).map(({ name }) => name)
    : null;
}

function checkViewModes(value: unknown): ViewMode[] | null {
  const modes = wordsOf(value, viewModes);

  return Array.isArray(value) && modes.length === value.length
    ? viewModes.filter((mode) => modes.includes(mode))
    : null;
}

/** Limits of the server: filters of a request, and values of a filter. */
const filtersLimit = 100;
const valuesLimit = 1000;

/** Filters that match the choices; null if any of `value` does not. */
function checkFilters(value: unknown, choices: readonly FilterChoice[]): ActiveFilter[] | null {
  if (!Array.isArray(value) || value.length > filtersLimit) {
    return null;
  }

  const filters = value.map((filter) => checkFilter(filter, choices)).filter((filter) => filter !== null);

  // Without one of its filters, a state would show rows that do not match.
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
