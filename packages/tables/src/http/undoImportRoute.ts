import { actionRouteNames } from '../template/actionButtons.ts';
import { shownAction } from './actionRoutes.ts';
import type { ImportUploads } from './importRoute.ts';
import { accepted, bodyPayload, okay, pathOf, type RouteContext, type TableRoute } from './TableRoute.ts';

/** The user who has imported a file, and still may, undoes that: with the permission of imports. */
export function undoImportRoute<Incoming>(
  { id, open, tables, user, authorize, timeZone, translateFor }: RouteContext<Incoming>,
  permission: string,
  { jobs }: ImportUploads = {},
): TableRoute<Incoming> {
  const name = actionRouteNames(permission).undo;

  return {
    ...{ kind: 'undoRows', name, permission, path: pathOf(name), methods: ['POST'], open },
    changes: true,
    background: jobs?.undo !== undefined,
    async respond(request) {
      const { incoming } = request;
      const caller = await user(permission, incoming);
      const zone = timeZone(incoming, caller);
      const payload = bodyPayload(request);
      const translate = translateFor(incoming);
      if (jobs?.undo) {
        const started = await jobs.undo({ table: tables.get(id), payload, user: caller, timeZone: zone });
        const message = 'The undo has started. You will be notified when it is done.';

        return accepted({ message: translate ? translate(message, {}) : message, ...started });
      }

      return okay(
        shownAction(
          await tables.imports.undo(id, payload, caller, {
            timeZone: zone,
            authorize: (counts) => authorize(permission, caller, counts),
          }),
          translate,
        ),
      );
    },
  };
}
