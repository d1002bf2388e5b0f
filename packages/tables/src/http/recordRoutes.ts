import type { ChangeKind } from '../changes/Change.ts';
import type { TableRouteNames } from '../definition/Table.ts';
import { Faults } from '../request/parse/Faults.ts';
import { parseRow } from '../request/parse/page.ts';
import { isRecord } from '../request/parse/scalars.ts';
import { deletionRoutes } from './deletionRoutes.ts';
import { callerOf, recordRoute } from './recordRoute.ts';
import {
  bodyPayload,
  okay,
  queryLocale,
  queryPayload,
  type RouteContext,
  type TableRoute,
} from './TableRoute.ts';
import { undoRoute } from './undoRoute.ts';

/**
 * The routes by which records are created, changed and deleted, as far as the definition has `records`, and by which users undo
 * their changes, also those of cells.
 */
export function recordRoutes<Incoming>(
  context: RouteContext<Incoming>,
  { create, store, edit, update, destroy }: TableRouteNames,
  {
    fieldPermissions,
    isEdited,
    canUndo,
  }: Pick<TableRoute<Incoming>, 'fieldPermissions'> & {
    readonly isEdited: boolean;
    readonly canUndo: boolean;
  },
): TableRoute<Incoming>[] {
  const undo = (name: string, way: ChangeKind) => (canUndo ? [undoRoute(context, name, way)] : []);

  return [
    ...(create === null ? [] : [formRoute(context, create, true)]),
    ...(edit === null || update === null ? [] : [formRoute(context, edit, false)]),
    ...(edit === null || !isEdited ? [] : undo(edit, 'edit')),
    ...(store === null ? [] : [{ ...storeRoute(context, store), fieldPermissions }, ...undo(store, 'store')]),
    ...(update === null
      ? []
      : [{ ...updateRoute(context, update), fieldPermissions }, ...undo(update, 'update')]),
    ...(destroy === null ? [] : [...deletionRoutes(context, destroy), ...undo(destroy, 'destroy')]),
  ];
}

function formRoute<Incoming>(
  context: RouteContext<Incoming>,
  name: string,
  isNew: boolean,
): TableRoute<Incoming> {
  return recordRoute(context, name, {
    kind: 'form',
    methods: ['GET'],
    async respond(request) {
      const { caller, zone } = await callerOf(context, name, request);
      const given = queryPayload(request);
      const { params } = isRecord(given) ? given : {};
      const row = isNew ? null : rowIn(given);
      const options = {
        timeZone: zone,
        locale: queryLocale(request),
        pathParams: request.params,
        params,
      };

      return okay(await context.tables.records.form(context.id, row, caller, options));
    },
  });
}

/** The identifier in a query string, which may have any structure; empty without one. */
function rowIn(given: unknown): string {
  const faults = new Faults();
  const row = isRecord(given) ? parseRow(given, faults, 'row') : null;
  faults.throwIfAny();

  return row ?? '';
}

function storeRoute<Incoming>(context: RouteContext<Incoming>, name: string): TableRoute<Incoming> {
  const { id, tables } = context;

  return recordRoute(context, name, {
    kind: 'store',
    methods: ['POST'],
    valuesSchema: (user) => tables.records.schema(id, 'create', user),
    async respond(request) {
      const { caller, zone } = await callerOf(context, name, request);
      const body = await tables.records.create(id, bodyPayload(request), caller, { timeZone: zone });

      return { status: 201, headers: {}, body };
    },
  });
}

function updateRoute<Incoming>(context: RouteContext<Incoming>, name: string): TableRoute<Incoming> {
  const { id, tables } = context;

  return recordRoute(context, name, {
    kind: 'update',
    methods: ['PATCH'],
    valuesSchema: (user) => tables.records.schema(id, 'update', user),
    async respond(request) {
      const { caller, zone } = await callerOf(context, name, request);

      return okay(await tables.records.update(id, bodyPayload(request), caller, { timeZone: zone }));
    },
  });
}
