import type { ChangeKind } from '../changes/Change.ts';
import { callerOf, recordRoute } from './recordRoute.ts';
import { actionPayload, bodyPayload, okay, type RouteContext, type TableRoute } from './TableRoute.ts';

/** The user who has made a change, and still may make it, undoes it under the path of the change. */
export function undoRoute<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
  way: ChangeKind,
): TableRoute<Incoming> {
  const { id, tables, translateFor } = context;
  const isOfDeletion = way === 'destroy';

  return recordRoute(context, name, {
    kind: 'undo',
    methods: [isOfDeletion ? 'POST' : 'DELETE'],
    hasRow: isOfDeletion,
    async respond(request) {
      const { caller, zone } = await callerOf(context, name, request);
      const payload = isOfDeletion ? bodyPayload(request) : actionPayload(request);
      const undone = await tables.records.undo(id, way, payload, caller, { timeZone: zone });
      const translate = translateFor(request.incoming) ?? String;

      return okay({ ...undone, message: translate('Your change was undone.', {}) });
    },
  });
}
