import { say } from '@rowhouse/problems';
import type { DeleteResponse, RecordDeletion, RecordForm, RecordResponse } from '@rowhouse/table-protocol';
import type { ChangeKind } from '../changes/Change.ts';
import { versionAttribute } from '../definition/fields.ts';
import type { Permits } from '../definition/Permits.ts';
import type { Table } from '../definition/Table.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import { ownPath, usableRoutes } from '../init/InitContext.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import type { RelatedOptions } from '../related/recordTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { translated } from '../runtime/translated.ts';
import { type Created, createdResponse, createRecord, rowResponse } from './createRecord.ts';
import { deleteRecord, describeDeletion } from './deleteRecord.ts';
import { isHiddenFile } from './fileFields.ts';
import { parseDeletion, parseRecordRequest, parseValues, type RecordRequest } from './parseRecord.ts';
import { parseUndo } from './parseUndo.ts';
import { presentRecord } from './presentRecord.ts';
import { type PlannedField, type PlanOptions, planRecord } from './RecordPlan.ts';
import { formOf, newValues } from './recordForm.ts';
import { repeatedRequests, requestKey } from './repeatedRequests.ts';
import { findChange, undoChange } from './undoChange.ts';
import { updateRecord } from './updateRecord.ts';
import { valuesSchema } from './valuesSchema.ts';

export interface RecordCall {
  /** IANA time zone of dates and times without one. Defaults to the configured zone. */
  readonly timeZone?: string | null;
}

export interface FormCall extends RecordCall {
  /** BCP 47 tag of the language of formats that are not set. */
  readonly locale?: unknown;
  /** Values of parameters in the paths of routes, such as those of the request. */
  readonly pathParams?: Readonly<Record<string, string>>;
  /** Free values for the query of the table. */
  readonly params?: unknown;
}

/** As `FormCall`, without what only forms have. */
export type DeletionCall = Pick<FormCall, 'timeZone' | 'locale' | 'params'>;

/**
 * Creating, changing and deleting records of tables whose definition has `records`. All of a change is one transaction.
 * Every function throws `tables.not_found` for a table without it, `tables.malformed_request`, `tables.invalid_request` with
 * each fault under its field, `tables.busy` and `tables.database_unavailable`.
 */
export interface RecordOperations {
  /** The form of a new record, or of that of a row. Throws `tables.row_not_found`. */
  form(id: string, row: string | null, user?: unknown, options?: FormCall): Promise<RecordForm>;
  /** JSON Schema of `values` in the payload of `create`, or of `update`: the fields that the user may write. */
  schema(id: string, way: 'create' | 'update', user?: unknown): Promise<object>;
  /** Creates a record; `payload` is a `StorePayload`. */
  create(id: string, payload: unknown, user?: unknown, options?: RecordCall): Promise<RecordResponse>;
  /**
   * Writes the changed fields of a record; `payload` is an `UpdatePayload`. Throws `tables.row_not_found`, and
   * `tables.row_changed` with the values as they are under `extensions.current`.
   */
  update(id: string, payload: unknown, user?: unknown, options?: RecordCall): Promise<RecordResponse>;
  /** What a deletion of the record of a row would do to others. Throws `tables.row_not_found`. */
  deletion(id: string, row: string, user?: unknown, options?: DeletionCall): Promise<RecordDeletion>;
  /** Deletes the record of a row; `payload` is a `DeletePayload`, or undefined. Throws `tables.row_not_found`. */
  delete(
    id: string,
    row: string,
    payload: unknown,
    user?: unknown,
    options?: RecordCall,
  ): Promise<Pick<DeleteResponse, 'undo'>>;
  /**
   * Undoes a change that the user made in this way; `payload` is an `UndoPayload`. `edit` is that of a cell. Throws
   * `tables.row_not_found` if the change is not his or no longer kept, `tables.row_changed` if somebody has changed the same
   * values since, and `tables.edit_refused` if it was undone already or cannot be.
   */
  undo(
    id: string,
    way: ChangeKind,
    payload: unknown,
    user?: unknown,
    options?: RecordCall,
  ): Promise<RecordResponse>;
}

export interface RecordOperationsOptions extends PlanOptions {
  readonly permits?: Permits | undefined;
  readonly runtime: TableRuntime;
  readonly get: (id: string) => Table;
  readonly queriesOf: (id: string) => TableQueries;
  readonly routes?: RouteRegistry | undefined;
  readonly related: RelatedOptions;
  /** Called around every change of a field of an existing record. */
  readonly edits?: EditHooks | undefined;
}

export function recordOperations(options: RecordOperationsOptions): RecordOperations {
  const { form, schema, create, update, deletion, delete: remove, undo } = untranslated(options);

  return {
    form: (...call) => translated(() => form(...call)),
    schema: (...call) => translated(() => schema(...call)),
    create: (...call) => translated(() => create(...call)),
    update: (...call) => translated(() => update(...call)),
    deletion: (...call) => translated(() => deletion(...call)),
    delete: (...call) => translated(() => remove(...call)),
    undo: (...call) => translated(() => undo(...call)),
  };
}

function untranslated(options: RecordOperationsOptions): RecordOperations {
  const { runtime, get, queriesOf, permits, routes = routeRegistry(), edits = {} } = options;
  const once = repeatedRequests<Created>();

  /** The table, if its records may be written in this way. */
  const tableFor = (id: string, way: 'create' | 'update' | 'delete') => {
    const table = get(id);
    if (table.definition.records?.[way]) return table;
    throw new TableError('tables.not_found', say`Records of the table "${id}" are not written in this way.`);
  };
  // Keys are not verified afterwards, so none is relied on.
  const prepare = (id: string, request: object, user: unknown, timeZone: RecordCall['timeZone']) =>
    queriesOf(id).prepare(request, user, timeZone, { usesKeys: false });
  const ofRequest = ({ params, locale, row }: Pick<RecordRequest, 'params' | 'locale' | 'row'>) => ({
    params,
    locale,
    ...(row !== null && { meta: { row } }),
  });

  return {
    async form(id, row, user = null, { timeZone, locale, pathParams = {}, params } = {}) {
      const table = tableFor(id, row === null ? 'create' : 'update');
      const query = await prepare(id, ofRequest({ params, locale, row }), user, timeZone);
      const plan = await planRecord(query, options, row === null);
      const { store, update, data, storeFile, updateFile, file } = table.routeNames;
      const names = await usableRoutes(table.template, permits, user, [store, update, data]);
      const context = {
        routes,
        pathParams,
        locale: query.table.template.locale,
        mayUse: (name: string) => names.has(name),
        files: {
          upload: row === null ? storeFile : updateFile,
          download: file !== null && names.has(data) ? file : null,
          row,
          hides: (field: PlannedField) => isHiddenFile(table, query.table, field),
        },
      };
      const found = row === null ? { values: newValues(plan) } : await presentRecord(plan, row);

      return {
        fields: formOf(plan, context),
        path: ownPath((row === null ? store : update) ?? '', context),
        ...found,
      };
    },

    async schema(id, way, user = null) {
      tableFor(id, way);
      const query = await prepare(id, {}, user, null);
      const plan = await planRecord(query, options, way === 'create');
      const context = { routes, pathParams: {}, locale: query.table.template.locale, mayUse: () => false };

      return valuesSchema(plan, context, way === 'create');
    },

    async create(id, payload, user = null, { timeZone } = {}) {
      tableFor(id, 'create');
      const request = parseRecordRequest(payload, { isNew: true, hasVersion: false });
      const query = await prepare(id, ofRequest(request), user, timeZone);
      const plan = await planRecord(query, options, true);
      const values = await parseValues(plan, request, true);
      const key = requestKey(id, request, request.values);
      return createdResponse(query, await once(key, () => createRecord(plan, request, values)));
    },

    async update(id, payload, user = null, { timeZone } = {}) {
      const table = tableFor(id, 'update');
      const hasVersion = versionAttribute(table) !== null;
      const request = parseRecordRequest(payload, { isNew: false, hasVersion });
      const query = await prepare(id, ofRequest(request), user, timeZone);
      const plan = await planRecord(query, options, false);
      const values = await parseValues(plan, request, false);
      const row = request.row ?? '';
      const { row: shown, undo } = await updateRecord(plan, { ...request, row }, values, { hooks: edits });
      const dtRowId = shown?.[query.table.template.dtRowId] as string | number | undefined;

      return { dtRowId: dtRowId ?? row, row: shown, ...(undo !== null && { undo }) };
    },

    async deletion(id, row, user = null, { timeZone, locale, params } = {}) {
      tableFor(id, 'delete');
      const query = await prepare(id, ofRequest({ params, locale, row }), user, timeZone);

      return describeDeletion(await planRecord(query, options, false), row, options.related);
    },

    async delete(id, row, payload, user = null, { timeZone } = {}) {
      const table = tableFor(id, 'delete');
      const request = { ...parseDeletion(payload, versionAttribute(table) !== null), row };
      const query = await prepare(id, ofRequest(request), user, timeZone);
      const { undo } = await deleteRecord(await planRecord(query, options, false), request, options.related);

      return undo === null ? {} : { undo };
    },

    async undo(id, way, payload, user = null, { timeZone } = {}) {
      const { undo, params, locale } = parseUndo(payload);
      const change = await findChange(runtime, { table: get(id).id, user, id: undo, kind: way });
      const query = await prepare(id, ofRequest({ params, locale, row: change.row }), user, timeZone);
      await assertMayUndo(query.table, way, user, permits);
      const undone = await undoChange(query, change, { ...options, hooks: edits });

      return rowResponse(query, undone);
    },
  };
}

/** A created record is removed by who may delete records. */
async function assertMayUndo(
  { routeNames, definition }: Table,
  way: ChangeKind,
  user: unknown,
  permits: Permits | undefined,
): Promise<void> {
  if (way !== 'store') return;
  const { destroy } = routeNames;
  if (
    definition.records?.delete &&
    destroy !== null &&
    (permits === undefined || (await permits(user, destroy)))
  )
    return;
  throw new TableError(
    'tables.edit_refused',
    'You cannot delete records here, so that a new one cannot be undone. Ask an administrator.',
  );
}
