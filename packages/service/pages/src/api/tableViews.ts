import type {
  DefaultTableView,
  NewTableView,
  TableView,
  TableViewChange,
  TableViewsResponse,
} from '@rowhouse/table-protocol';
import { request } from './request.ts';

/** The saved views of a table that the user sees. All functions of this file reject with an ApiError. */
export function listViews(table: string): Promise<TableViewsResponse> {
  return request('GET', `/api/views?table=${encodeURIComponent(table)}`);
}

export function saveView(view: NewTableView): Promise<TableView> {
  return request('POST', '/api/views', view);
}

/** Missing members stay unchanged. Fails with status 409 if `revision` is given and not the current one. */
export function changeView(id: string, change: TableViewChange): Promise<TableView> {
  return request('PATCH', pathOf(id), change);
}

export function deleteView(id: string): Promise<void> {
  return request('DELETE', pathOf(id));
}

/** Copies a view into one of the user. Without a name, the service chooses a free one. */
export function copyView(id: string, name?: string): Promise<TableView> {
  return request('POST', `${pathOf(id)}/copy`, name === undefined ? {} : { name });
}

/** Sets or removes the view with which a table opens. */
export function setDefaultView(choice: DefaultTableView): Promise<Pick<TableViewsResponse, 'defaults'>> {
  return request('PUT', '/api/views/default', choice);
}

function pathOf(id: string): string {
  return `/api/views/${encodeURIComponent(id)}`;
}
