import type { DataPayload, InitColumn, InternalFilter } from '@rowhouse/table-protocol';
import type { TableState } from './TableState.ts';

/** What the host wants of the rows, besides what the user does. */
export type HostWishes = Pick<DataPayload, 'filters' | 'intervals' | 'params'>;

/** The request for a page: of the columns, those that are sorted by, in the order in which they are. */
export function dataPayload(state: TableState, host: HostWishes, forceInfo = false): DataPayload {
  const { start, length, search, searchMode, sort } = state;

  return {
    internalFilters: state.filters.map(({ valueLabels: _, ...filter }): InternalFilter => filter),
    filters: host.filters ?? null,
    intervals: host.intervals ?? null,
    params: host.params ?? null,
    columns: sort.map(({ name, direction }) => ({ name, meta: { sort: direction } })),
    meta: { start, length, sort: sort.length > 0, search, forceInfo, searchMode },
  };
}

/** What decides which rows a result has, whatever their order and page; equal texts for equal results. */
export function resultKey({ search, searchMode, filters }: TableState, host: HostWishes): string {
  return JSON.stringify([search.trim() === '' ? null : [search, searchMode], filters, host]);
}

/**
 * The request for an export: the same, with all columns of the template. Those that are sorted by come first, because
 * their order is the sort order.
 */
export function exportPayload(
  state: TableState,
  host: HostWishes,
  columns: readonly InitColumn[],
): DataPayload {
  const payload = dataPayload(state, host);
  const sorted = new Set(state.sort.map(({ name }) => name));
  const isVisible = ({ name, meta }: InitColumn) =>
    meta.rogue ? meta.visible : state.visible.includes(name);
  const visibility = new Map(columns.map((column) => [column.name, isVisible(column)]));

  return {
    ...payload,
    columns: [
      ...state.sort.map(({ name, direction }) => ({
        name,
        meta: { sort: direction, visible: visibility.get(name) ?? false },
      })),
      ...columns
        .filter(({ name }) => !sorted.has(name))
        .map(({ name }) => ({ name, meta: { visible: visibility.get(name) ?? false } })),
    ],
  };
}
