import type { ReadonlySignal } from '@preact/signals-core';
import type { DataPayload, InitColumn, TableView } from '@rowhouse/table-protocol';
import { inOrder } from '../columns/columnLayout.ts';
import type { SentConditions } from '../requests/connection.ts';
import { dataPayload } from '../requests/payload.ts';
import type { TableState } from '../table/TableState.ts';

/**
 * The request for an export: with all columns of the template. The sorted ones come first, because their order is the
 * sort order; the others follow in the user's order.
 */
export function exportPayload(
  state: TableState,
  host: SentConditions,
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
      ...inOrder(columns, state.order)
        .filter(({ name }) => !sorted.has(name))
        .map(({ name }) => ({ name, meta: { visible: visibility.get(name) ?? false } })),
    ],
  };
}

/** The open view, if any, and whether the table's state differs from it. */
export interface ExportedView {
  readonly view: ReadonlySignal<Pick<TableView, 'name'> | null>;
  readonly viewChanged: ReadonlySignal<boolean>;
}

/** Names the view in the request: lists of exports show it. */
export function exportedView({ view, viewChanged }: ExportedView): Pick<DataPayload, 'view'> {
  return view.value ? { view: { name: view.value.name, ...(viewChanged.value && { changed: true }) } } : {};
}
