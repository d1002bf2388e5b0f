import type { TableView, TableViewsResponse } from '@rowhouse/table-protocol';
import { httpTableViews, type TableViews } from '@rowhouse/table-vue';
import { translate } from '../i18n/translate.ts';
import { fetchOrTake } from './givenAnswers.ts';
import { request } from './request.ts';

/** The saved views of a table, for its menu. */
export function viewsOf(table: string): TableViews {
  return httpTableViews({ table, http: fetchOrTake, i18n: translate });
}

/** The views of all tables that the user has pinned, by name. Rejects with an ApiError, as does `pinView`. */
export async function listPinnedViews(): Promise<TableView[]> {
  const { views } = await request<TableViewsResponse>('GET', '/api/views?pinned=true');

  return views;
}

/** Pins a view to the user's home page, or removes it from there. */
export function pinView(id: string, isPinned: boolean): Promise<void> {
  return request(isPinned ? 'PUT' : 'DELETE', `/api/views/${encodeURIComponent(id)}/pin`);
}
