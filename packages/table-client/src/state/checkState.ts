import type { InitResponse } from '@rowhouse/table-protocol';
import { sortDirections, type ViewMode, viewModes } from '@rowhouse/table-protocol/internal';
import { checkLayout } from '../columns/columnLayout.ts';
import { arrangedConditions } from '../conditions/conditions.ts';
import { whereMembers } from '../conditions/whereMembers.ts';
import { checkFilters } from '../filters/checkFilters.ts';
import { checkWhere } from '../filters/checkWhere.ts';
import type { FilterChoice } from '../filters/Filters.ts';
import { checkGroupBy, checkGroupSort } from '../grouping/groupBy.ts';
import { isPhoneRows } from '../phone/createPhoneRows.ts';
import { countOf, isRecord, wordOf, wordsOf } from '../responses/shape.ts';
import type { LiveMode } from '../table/TableState.ts';
import {
  isPageLength,
  isText,
  pageStart,
  type SortEntry,
  sortableNames,
  type TableState,
} from '../table/TableState.ts';

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
  const hasConditions = filters !== null || where !== null || value.where === null;
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
    ...(hasConditions && {
      conditions: arrangedConditions([...(filters ?? []), ...whereMembers(where)]),
    }),
    ...checkLayout(value, template.columns),
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
