import { type InitResponse, sortDirections, type ViewMode, viewModes } from '@rowhouse/table-protocol';
import type { FilterChoice } from '../TableController.ts';
import { countOf, isRecord, wordOf, wordsOf } from './answers/shape.ts';
import { checkFilters } from './checkFilters.ts';
import { pageStart, type SortEntry, type TableState } from './TableState.ts';
import { isText } from './texts.ts';

/**
 * The members of `value` that this table can be put into; others, and members with a wrong value, are left out. For
 * whatever was stored or came with an address: it never throws.
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
  const length = template.lengthMenu.find((choice) => choice === value.length);
  const searchMode = wordOf(value.searchMode, template.searchModes, null);
  const start = countOf(value.start, null);
  const sort = checkSort(value.sort, sortableNames(init));
  const visible = checkVisible(value.visible, template.columns);
  const modes = checkViewModes(value.viewModes);
  const filters = checkFilters(value.filters, choices);

  return {
    ...(isText(value.search) && meta.searchable && { search: value.search }),
    ...(searchMode !== null && { searchMode }),
    ...(start !== null && { start: pageStart(start, length ?? meta.length) }),
    ...(length !== undefined && { length }),
    ...(sort && { sort }),
    ...(visible && { visible }),
    ...(modes && { viewModes: modes }),
    ...(filters && { filters }),
  };
}

/** Columns that the server sorts by: the sortable ones, and those with a default sort. */
export function sortableNames({ template }: Pick<InitResponse, 'template'>): ReadonlySet<string> {
  return new Set(
    template.columns.filter(({ meta }) => meta.sortable || meta.sort !== null).map(({ name }) => name),
  );
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

/** Names of columns that are gone do no harm. */
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
