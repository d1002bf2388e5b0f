import { isRecord } from '../request/parse/scalars.ts';
import { callerOf, recordRoute, rowInPath } from './recordRoute.ts';
import {
  bodyPayload,
  okay,
  queryLocale,
  queryPayload,
  type RouteContext,
  type TableRoute,
} from './TableRoute.ts';

/** What a deletion of a record would do, and the deletion, under one path and permission. */
export function deletionRoutes<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
): TableRoute<Incoming>[] {
  const { id, tables, translateFor } = context;

  return [
    recordRoute(context, name, {
      kind: 'deletion',
      methods: ['GET'],
      hasRow: true,
      async respond(request) {
        const { caller, zone } = await callerOf(context, name, request);
        const given = queryPayload(request);
        const { params } = isRecord(given) ? given : {};
        const options = { timeZone: zone, locale: queryLocale(request), params };

        return okay(await tables.records.deletion(id, rowInPath(request), caller, options));
      },
    }),
    recordRoute(context, name, {
      kind: 'destroy',
      methods: ['DELETE'],
      hasRow: true,
      async respond(request) {
        const { caller, zone } = await callerOf(context, name, request);
        // A client or a proxy may drop the body of a DELETE.
        const payload = bodyPayload(request) ?? undefined;
        const deleted = await tables.records.delete(id, rowInPath(request), payload, caller, {
          timeZone: zone,
        });
        const translate = translateFor(request.incoming) ?? String;

        return okay({ message: translate('The record was deleted.', {}), ...deleted });
      },
    }),
  ];
}
