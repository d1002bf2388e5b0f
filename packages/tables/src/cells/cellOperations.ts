import type { TranslateText } from '@rowhouse/problems';
import { versionAttribute } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { cellFields } from '../definition/userFields.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { parseUndo } from '../records/parseUndo.ts';
import { planCells } from '../records/planCells.ts';
import type { PlanOptions } from '../records/RecordPlan.ts';
import { repeatedRequests, requestKey } from '../records/repeatedRequests.ts';
import { findChange } from '../records/undoChange.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { translated } from '../runtime/translated.ts';
import { type ChangedTogether, changeCells } from './changeCells.ts';
import { parseCells } from './parseCells.ts';
import { changedColumns, type UndoneCells, undoCells } from './undoCells.ts';

export interface CellsCall {
  /** IANA time zone of dates and times without one. Defaults to the configured zone. */
  readonly timeZone?: string | null;
}

/**
 * Changes of several cells, as a paste from a spreadsheet, in tables whose definition has `edit`. Every function throws
 * `tables.malformed_request`, `tables.invalid_request` with each fault under its path, `tables.edit_refused` for a table whose rows
 * are no records, `tables.busy` and `tables.database_unavailable`.
 */
export interface CellOperations {
  /**
   * Writes cells with the rights and the functions of edits of each, in one transaction; `payload` is a `CellsPayload`. If cells are
   * refused, nothing is written unless the payload has `skipRefused`: throws `tables.invalid_request`, or `tables.row_changed`
   * if other users' changes are the only reason, with the cells under `extensions.refused`.
   */
  change(
    id: string,
    payload: unknown,
    user?: unknown,
    options?: CellsCall & {
      /** Translates labels of listed values, for texts in the language of the user. Defaults to English. */
      readonly translate?: TranslateText | undefined;
    },
  ): Promise<ChangedTogether>;
  /**
   * Undoes such a change of the same user; `payload` is an `UndoPayload`. Cells that were changed since stay as they are. Throws
   * `tables.row_not_found` if the change is not his or no longer kept, and `tables.edit_refused` if it was undone already, or cannot be.
   */
  undo(id: string, payload: unknown, user?: unknown, options?: CellsCall): Promise<UndoneCells>;
}

interface OperationsOptions extends PlanOptions {
  readonly runtime: TableRuntime;
  readonly get: (id: string) => Table;
  readonly queriesOf: (id: string) => TableQueries;
  readonly edits?: EditHooks | undefined;
}

export function cellOperations(options: OperationsOptions): CellOperations {
  const { runtime, get, queriesOf, hasPermission, edits: hooks = {} } = options;
  const once = repeatedRequests<ChangedTogether>();
  // Keys are not verified afterwards, so none is relied on.
  const prepare = (
    id: string,
    { params, locale }: { readonly params: unknown; readonly locale: unknown },
    user: unknown,
    timeZone: CellsCall['timeZone'],
  ) => queriesOf(id).prepare({ params, locale }, user, timeZone, { usesKeys: false });

  return {
    change: (id, payload, user = null, { timeZone, translate = String } = {}) =>
      translated(async () => {
        const table = await queriesOf(id).table(user);
        const fields = await cellFields(table, { user, hasPermission });
        const request = parseCells(payload, {
          editable: fields.map(({ column }) => column.name),
          hasVersion: versionAttribute(table) !== null,
        });
        const columns = new Set(request.rows.flatMap(({ cells }) => [...cells.keys()]));
        const query = await prepare(id, request, user, timeZone);
        const plan = await planCells(query, [...columns], options);
        const key = requestKey(id, request, payload);
        const change = { hooks, key, translate: (text: string) => translate(text as never, {}) };

        return once(key, () => changeCells(plan, request, change));
      }),

    undo: (id, payload, user = null, { timeZone } = {}) =>
      translated(async () => {
        const { undo, ...request } = parseUndo(payload);
        const change = await findChange(runtime, { table: get(id).id, user, id: undo, kind: 'cells' });
        const columns = changedColumns(change);
        const plan = await planCells(await prepare(id, request, user, timeZone), columns, options);

        return undoCells(plan, change, hooks);
      }),
  };
}
