import type { TableView, TableViewsResponse } from '@rowhouse/table-protocol';
import type { TableHttp } from '../http/TableHttp.ts';
import type { RequestPurpose } from '../http/TableProblem.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { translator } from '../language/translator.ts';
import { needRecord, needRecords, needText, readResponse, recordOf, textOf } from '../responses/shape.ts';
import type { TableViews } from './TableViews.ts';

export interface HttpTableViewsOptions {
  /** `routePrefix` of the table. */
  readonly table: string;
  /** Path of the routes; `/api/views` by default, as in the service. */
  readonly path?: string;
  /** A function like `fetch`, or an Axios instance; `globalThis.fetch` by default. */
  readonly http?: TableHttp;
  /** Translates the texts of failures. English by default. */
  readonly i18n?: Translate;
}

/** Saved views over HTTP: the routes of the service under `/api/views`, or equal ones of an application. */
export function httpTableViews({
  table,
  path = '/api/views',
  http,
  i18n,
}: HttpTableViewsOptions): TableViews {
  const translate = translator(i18n);
  const send = requestSender(transportOver(http), translate);
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

  async function request<Body>(
    method: string,
    address: string,
    read: (response: unknown) => Body,
    payload?: object,
  ): Promise<Body> {
    const purpose: RequestPurpose = method === 'GET' ? 'options' : 'action';
    const response = await send({ method, path: address, ...(payload && { payload }) }, purpose);

    return readResponse(purpose, read, response, translate);
  }

  return {
    list: () => request('GET', path, readList, { table }),
    read: (id) => request('GET', pathOf(id), readView),
    save: (view) => request('POST', path, readView, { ...view, table }),
    change: (id, change) => request('PATCH', pathOf(id), readView, change),
    copy: (id, name) => request('POST', `${pathOf(id)}/copy`, readView, { name }),
    remove: (id) => request('DELETE', pathOf(id), ignore),
    setDefault: (view, audience) =>
      request('PUT', `${path}/default`, ignore, { table, view, ...audienceOf(audience) }),
    pin: (id, isPinned) => request(isPinned ? 'PUT' : 'DELETE', `${pathOf(id)}/pin`, ignore),
  };
}

function audienceOf(audience: string | number | undefined) {
  if (audience === undefined) return { for: 'me' };

  return audience === 'everyone' ? { for: 'everyone' } : { for: 'role', role: audience };
}

function ignore(): void {}

function readList(response: unknown): TableViewsResponse {
  const { views, defaults, roles } = needRecord(response, 'body');
  const ids = recordOf(defaults);
  const idOf = (scope: string) => textOf(ids[scope], null);

  return {
    views: needRecords(views, 'views').map(readView),
    defaults: { me: idOf('me'), role: idOf('role'), everyone: idOf('everyone') },
    roles: Array.isArray(roles) ? roles : [],
  };
}

/** The state is checked when the view is opened. */
function readView(response: unknown): TableView {
  const view = needRecord(response, 'body');
  const isTrue = (name: string) => view[name] === true;

  return {
    id: needText(view.id, 'id'),
    table: textOf(view.table),
    name: needText(view.name, 'name'),
    owner: readOwner(view.owner),
    sharedWith: view.sharedWith === 'everyone' || Array.isArray(view.sharedWith) ? view.sharedWith : [],
    isOwn: isTrue('isOwn'),
    isDefault: isTrue('isDefault'),
    ...(Array.isArray(view.defaultFor) && { defaultFor: view.defaultFor }),
    isPinned: isTrue('isPinned'),
    mayChange: isTrue('mayChange'),
    state: recordOf(view.state),
    revision: Number(view.revision),
  };
}

/** A `ViewStore` has the id only. */
function readOwner(owner: unknown): TableView['owner'] {
  const { id = owner, name } = recordOf(owner);

  return { id: typeof id === 'string' || typeof id === 'number' ? id : '', name: textOf(name, null) };
}
