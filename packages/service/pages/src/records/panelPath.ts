import type { TableEntry } from '../../../src/tables/messages.ts';
import { positionParameter } from './recordPath.ts';

/** The form in the panel next to a table; `row` is null for a new record. */
export interface PanelForm {
  readonly row: string | null;
}

/** The parameter of a table's address with the form that the panel shows, written as the end of the path of its own page. */
const formParameter = 'form';
const newForm = 'new';
const editForm = '/edit';

/**
 * The query of a table's page with a form in its panel. `search` is that of the page, `position` the row's zero-based index in
 * the result; null if it is not known.
 */
export function panelQuery({ row }: PanelForm, position: number | null, search: string): string {
  const query = tableQuery(search);
  query.set(formParameter, row === null ? newForm : `${row.toWellFormed()}${editForm}`);
  if (position !== null) query.set(positionParameter, String(position + 1));

  return `?${query}`;
}

/** The form that a router button of a table opens; null for other buttons, and if the user may not use it. */
export function panelForm(
  { id, create, edit }: Pick<TableEntry, 'id' | 'create' | 'edit'>,
  route: string,
  row: string | null,
): PanelForm | null {
  if (create !== undefined && route === `${id}.create`) return { row: null };

  return edit !== undefined && route === `${id}.edit` && row !== null ? { row } : null;
}

/** The form in an address; null without one, and if the user may not use it. */
export function readPanel(
  query: Readonly<Record<string, unknown>>,
  { create, edit }: Pick<TableEntry, 'create' | 'edit'>,
): PanelForm | null {
  const form = query[formParameter];
  if (form === newForm) return create === undefined ? null : { row: null };
  if (typeof form !== 'string' || !form.endsWith(editForm) || edit === undefined) return null;

  return { row: form.slice(0, -editForm.length) };
}

/** The address of a table's page without a form. */
export function withoutPanel(address: string): string {
  const [path = '', search = ''] = address.replace(/#.*$/s, '').split(/\?(.*)/s);

  return [path, tableQuery(search).toString()].filter(Boolean).join('?');
}

/** Whether an address is that of a table's page without a form. */
export function isWithoutPanel(address: string, page: string): boolean {
  const [, search = ''] = address.split(/\?(.*)/s);

  return !new URLSearchParams(search).has(formParameter) && withoutPanel(address) === page;
}

function tableQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.delete(formParameter);
  query.delete(positionParameter);

  return query;
}
