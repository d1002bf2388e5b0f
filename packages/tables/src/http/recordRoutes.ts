import type { TableRouteNames } from '../definition/Table.ts';
import { isRecord } from '../request/parse/scalars.ts';
import {
  bodyPayload,
  okay,
  pathOf,
  queryLocale,
  queryPayload,
  type RouteParts,
  type TableHttpRequest,
  type TableRoute,
} from './TableRoute.ts';

/** Parameter of the path with the identifier of a row, where clients put it in place of `dtRowId`. */
const rowParameter = 'row';

/** The routes by which records are created, changed and deleted, as far as the definition has `records`. */
export function recordRoutes<Incoming>(
  parts: RouteParts<Incoming>,
  { create, store, edit, update, destroy }: TableRouteNames,
): TableRoute<Incoming>[] {
  const { id, open, tables, user, timeZone, translateFor } = parts;
  const route = (name: string, given: Pick<TableRoute<Incoming>, 'kind' | 'methods' | 'respond'>) => ({
    ...given,
    name,
    path:
      given.kind === 'destroy' || given.kind === 'deletion'
        ? `${pathOf(name)}/:${rowParameter}`
        : pathOf(name),
    open,
    changes: given.methods[0] !== 'GET',
    background: false,
  });
  const callerOf = async (name: string, { incoming }: TableHttpRequest<Incoming>) => {
    const caller = await user(name, incoming);

    return { caller, zone: timeZone(incoming, caller) };
  };
  const form = (name: string, isNew: boolean) =>
    route(name, {
      kind: 'form',
      methods: ['GET'],
      async respond(request) {
        const { caller, zone } = await callerOf(name, request);
        const given = queryPayload(request);
        const { row, params } = isRecord(given) ? given : {};
        const asked = isNew ? null : String(row ?? '');

        return okay(
          await tables.records.form(id, asked, caller, {
            timeZone: zone,
            locale: queryLocale(request),
            pathParams: request.params,
            params,
          }),
        );
      },
    });
  const routes: TableRoute<Incoming>[] = [];
  if (create !== null) routes.push(form(create, true));
  if (edit !== null && update !== null) routes.push(form(edit, false));
  if (store !== null) {
    routes.push(
      route(store, {
        kind: 'store',
        methods: ['POST'],
        async respond(request) {
          const { caller, zone } = await callerOf(store, request);
          const body = await tables.records.create(id, bodyPayload(request), caller, { timeZone: zone });

          return { status: 201, headers: {}, body };
        },
      }),
    );
  }
  if (update !== null) {
    routes.push(
      route(update, {
        kind: 'update',
        methods: ['PATCH'],
        async respond(request) {
          const { caller, zone } = await callerOf(update, request);

          return okay(await tables.records.update(id, bodyPayload(request), caller, { timeZone: zone }));
        },
      }),
    );
  }
  if (destroy !== null) {
    routes.push(
      route(destroy, {
        kind: 'deletion',
        methods: ['GET'],
        async respond(request) {
          const { caller, zone } = await callerOf(destroy, request);
          const given = queryPayload(request);
          const { params } = isRecord(given) ? given : {};
          const row = request.params[rowParameter] ?? '';

          return okay(
            await tables.records.deletion(id, row, caller, {
              timeZone: zone,
              locale: queryLocale(request),
              params,
            }),
          );
        },
      }),
      route(destroy, {
        kind: 'destroy',
        methods: ['DELETE'],
        async respond(request) {
          const { caller, zone } = await callerOf(destroy, request);
          const row = request.params[rowParameter] ?? '';
          // A client or a proxy may drop the body of a DELETE.
          await tables.records.delete(id, row, bodyPayload(request) ?? undefined, caller, { timeZone: zone });
          const translate = translateFor(request.incoming) ?? String;

          return okay({ message: translate('The record was deleted.', {}) });
        },
      }),
    );
  }

  return routes;
}
