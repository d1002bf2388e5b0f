import type { TranslateText } from '@rowhouse/problems';
import { inLanguage } from '@rowhouse/problems/internal';
import type { CellsResponse, RefusedCell } from '@rowhouse/table-protocol';
import type { ChangedTogether } from '../cells/changeCells.ts';
import { type Refusal, RefusedCells, refusedMembers } from '../cells/RefusedCells.ts';
import { shownAction } from './actionRoutes.ts';
import { callerOf, recordRoute } from './recordRoute.ts';
import { actionPayload, bodyPayload, okay, type RouteContext, type TableRoute } from './TableRoute.ts';

/** The routes that change several cells together, and undo that, for users who may edit cells. */
export function cellsRoutes<Incoming>(
  context: RouteContext<Incoming>,
  {
    name,
    permission,
    canUndo,
  }: { readonly name: string; readonly permission: string; readonly canUndo: boolean },
): TableRoute<Incoming>[] {
  return [
    { ...changeRoute(context, name, permission), permission },
    ...(canUndo ? [{ ...undoRoute(context, name, permission), permission }] : []),
  ];
}

function changeRoute<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
  permission: string,
): TableRoute<Incoming> {
  const { id, tables, translateFor } = context;

  return recordRoute(context, name, {
    kind: 'cells',
    methods: ['POST'],
    async respond(request) {
      const { caller, zone } = await callerOf(context, permission, request);
      const translate = translateFor(request.incoming);
      const options = { timeZone: zone, translate };
      try {
        return okay(
          shownCells(await tables.cells.change(id, bodyPayload(request), caller, options), translate),
        );
      } catch (error) {
        if (!(error instanceof RefusedCells)) throw error;
        throw new RefusedCells(error.refused, (refusal) => shownRefusal(refusal, translate));
      }
    },
  });
}

function undoRoute<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
  permission: string,
): TableRoute<Incoming> {
  const { id, tables, translateFor } = context;

  return recordRoute(context, name, {
    kind: 'undoCells',
    methods: ['DELETE'],
    async respond(request) {
      const { caller, zone } = await callerOf(context, permission, request);
      const undone = await tables.cells.undo(id, actionPayload(request), caller, { timeZone: zone });

      return okay(shownAction(undone, translateFor(request.incoming)));
    },
  });
}

function shownCells(
  { changed, rows, refused, undo }: ChangedTogether,
  translate: TranslateText | undefined,
): CellsResponse {
  return {
    ...{ changed, rows: [...rows] },
    ...refusedMembers(refused, (refusal) => shownRefusal(refusal, translate)),
    ...(undo !== null && { undo }),
  };
}

/** A refused cell for a client, in its language. */
function shownRefusal({ text, ...refusal }: Refusal, translate: TranslateText = String): RefusedCell {
  return { ...refusal, message: inLanguage(text, translate) };
}
