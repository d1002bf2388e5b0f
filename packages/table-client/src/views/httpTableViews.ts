import type { DefaultTableView, NewTableView } from '@rowhouse/table-protocol';
import type { TableHttp } from '../http/TableHttp.ts';
import type { RequestPurpose } from '../http/TableProblem.ts';
import { requestSender, transportOver } from '../http/transport.ts';
import type { Translate } from '../language/translator.ts';
import { translator } from '../language/translator.ts';
import { readResponse } from '../responses/shape.ts';
import { readView, readViewList } from './readViews.ts';
import type { TableViews } from './TableViews.ts';

export interface HttpTableViewsOptions {
  /** `routePrefix` of the table. */
  readonly table: string;
  /** Path of the routes. Defaults to `/api/views`; as in the service. */
  readonly path?: string;
  /** A function like `fetch`, or an Axios instance. Defaults to `globalThis.fetch`. */
  readonly http?: TableHttp;
  /** Translates the texts of failures. Defaults to English. */
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
    list: () => request('GET', path, readViewList, { table }),
    read: (id) => request('GET', pathOf(id), readView),
    save: (view) => request('POST', path, readView, { ...view, table } satisfies NewTableView),
    change: (id, change) => request('PATCH', pathOf(id), readView, change),
    copy: (id, name) => request('POST', `${pathOf(id)}/copy`, readView, { name }),
    remove: (id) => request('DELETE', pathOf(id), ignore),
    setDefault: (view, audience) =>
      request('PUT', `${path}/default`, ignore, {
        table,
        view,
        ...audienceOf(audience),
      } satisfies DefaultTableView),
    pin: (id, isPinned) => request(isPinned ? 'PUT' : 'DELETE', `${pathOf(id)}/pin`, ignore),
  };
}

function audienceOf(audience: string | number | undefined): Pick<DefaultTableView, 'for' | 'role'> {
  if (audience === undefined) return { for: 'me' };

  return audience === 'everyone' ? { for: 'everyone' } : { for: 'role', role: audience };
}

function ignore(): void {}
