import type { TableView, TableViewsResponse } from '@rowhouse/table-protocol';
import { tableView, tableViewsResponse } from '@rowhouse/table-protocol/internal';
import { read } from '../responses/readShape.ts';
import { isRecord } from '../responses/shape.ts';

/** Reads the response of the list of views. Throws `ShapeFault`. */
export function readViewList(response: unknown): TableViewsResponse {
  return read(
    tableViewsResponse,
    isRecord(response) && Array.isArray(response.views)
      ? { ...response, views: response.views.map(withOwner) }
      : response,
  );
}

/** Reads a view. Throws `ShapeFault`. */
export function readView(response: unknown): TableView {
  return read(tableView, withOwner(response));
}

/** A `ViewStore` has the id only. */
function withOwner(view: unknown): unknown {
  return isRecord(view) && !isRecord(view.owner) ? { ...view, owner: { id: view.owner } } : view;
}
