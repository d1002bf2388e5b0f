import { say } from '@rowhouse/problems';
import type { Change, ChangeKind, RecordChange } from '../changes/Change.ts';
import { cellField } from '../definition/fields.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { notFound } from '../edit/Edit.ts';
import { anchorOf, editTarget } from '../edit/EditTarget.ts';
import { rowIdOf } from '../edit/records.ts';
import { invalidField, TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { RelatedOptions } from '../related/relatedTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { deleteRecord } from './deleteRecord.ts';
import { parseValues, type RecordRequest } from './parseRecord.ts';
import { type PlanOptions, planRecord, type RecordPlan } from './RecordPlan.ts';
import { restoreRecord } from './restoreRecord.ts';
import { type Updated, updateRecord } from './updateRecord.ts';

export interface Undone {
  /** Identifier of its row; null if it is not one of the user's rows. */
  readonly row: string | null;
  /** Id of the undoing change, by which it is undone itself; null if it is not kept. */
  readonly undo: string | null;
}

export interface UndoOptions extends PlanOptions {
  readonly related: RelatedOptions;
  readonly hooks: EditHooks;
}

/** A change of one record. */
type ChangeOfRecord = Change & { readonly content: RecordChange };

/** The change of a user. Throws `tables.row_not_found` if it is not his, not of this kind, or no longer kept. */
export async function findChange(
  { own, changes }: TableRuntime,
  {
    id,
    kind,
    ...by
  }: { readonly table: string; readonly user: unknown; readonly id: string; readonly kind: ChangeKind },
): Promise<ChangeOfRecord> {
  const change = (await changes.keeps(by.user)) ? await changes.find(own, { ...by, id }) : null;
  if (change && isOfRecord(change) && change.content.kind === kind) return change;

  throw new TableError(
    'tables.row_not_found',
    say`The change ${id} cannot be undone: it is not yours, or it is too old.`,
  );
}

function isOfRecord(change: Change): change is ChangeOfRecord {
  return change.content.kind !== 'action' && change.content.kind !== 'import';
}

/**
 * Undoes a change by a change of the same user with his present rights: checked, and with the functions of the definition called, like any
 * other. Throws `tables.row_changed` if somebody has changed the same values since, `tables.edit_refused` if it was undone already, and
 * what the change throws.
 */
export async function undoChange(
  query: TableQuery,
  { id, row, content }: ChangeOfRecord,
  options: UndoOptions,
): Promise<Undone> {
  const request: RecordRequest = {
    ...{ row, values: {}, expected: {}, version: null, requestId: null },
    ...{ params: undefined, locale: undefined },
  };
  switch (content.kind) {
    case 'edit':
      return undoFields(await planCells(query, Object.keys(content.fields), options));
    case 'update':
      return undoFields(await planRecord(query, options, false));
    case 'store': {
      const plan = await planRecord(query, options, false);
      const created = { record: plan.record, ids: content.record.ids };
      const rowId = await rowIdOf(query.runtime.db, query, created);
      if (rowId === null) throw notFound(created.ids.join());
      const { undo } = await deleteRecord(plan, { ...request, row: rowId }, options.related, {
        id,
        columns: content.record.columns,
      });

      return { row: null, undo };
    }
    case 'destroy': {
      const plan = await planRecord(query, options, false);
      const record = await restoreRecord(plan, { id, content });

      return { row: await rowIdOf(query.runtime.db, query, record), undo: null };
    }
  }

  async function undoFields(plan: RecordPlan): Promise<Undone> {
    const { fields } = content as Extract<typeof content, { fields: unknown }>;
    const values = Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from]));
    const parsed = await parseValues(plan, { values }, false);
    const exact = new Map(
      [...parsed.keys()].flatMap((field) => {
        const changed = fields[field.name];

        return changed ? [[field, changed] as const] : [];
      }),
    );
    const { undo }: Updated = await updateRecord(plan, { ...request, row: row ?? '', values }, parsed, {
      hooks: options.hooks,
      kind: content.kind === 'edit' ? 'edit' : 'update',
      undone: { id, fields: exact },
    });

    return { row, undo };
  }
}

/** The cells of a row as a record whose fields they are. */
async function planCells(
  query: TableQuery,
  names: readonly string[],
  { references }: PlanOptions,
): Promise<RecordPlan> {
  const { table, context } = query;
  const record = anchorOf(table, query.query);
  if (record === null) throw notFound('');
  const fields = await Promise.all(
    names.map(async (name) => {
      const field = cellField(table, name);
      if (field === null) throw invalidField(name, say`${name} is not a field that you can write now.`);
      const target = editTarget(
        table,
        query.query,
        field,
        await references(table, query.query, field, context),
      );

      return { ...target, name, rules: null, isReadOnly: false, isRequired: false };
    }),
  );

  return { query, record, fields };
}
