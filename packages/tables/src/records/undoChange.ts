import { say } from '@rowhouse/problems';
import type { Change, ChangeContent, RecordChange } from '../changes/Change.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { notFound } from '../edit/notFound.ts';
import { rowIdOf } from '../edit/records.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { RelatedOptions } from '../related/recordTables.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { deleteRecord } from './deleteRecord.ts';
import { parseValues, type RecordRequest } from './parseRecord.ts';
import { planCells } from './planCells.ts';
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

/** The change of a user. Throws `tables.row_not_found` if it is not his, not of this kind, or no longer kept. */
export async function findChange<Kind extends ChangeContent['kind']>(
  { rawDb, changes }: TableRuntime,
  {
    id,
    kind,
    ...by
  }: { readonly table: string; readonly user: unknown; readonly id: string; readonly kind: Kind },
): Promise<ChangeOf<Kind>> {
  const change = (await changes.keeps(by.user)) ? await changes.find(rawDb, { ...by, id }) : null;
  if (change && isOf(change, kind)) return change;

  throw new TableError(
    'tables.row_not_found',
    say`The change ${id} cannot be undone: it is not yours, or it is too old.`,
  );
}

/** A change that was made in some way. */
export type ChangeOf<Kind extends ChangeContent['kind']> = Change & {
  readonly content: Extract<ChangeContent, { readonly kind: Kind }>;
};

function isOf<Kind extends ChangeContent['kind']>(change: Change, kind: Kind): change is ChangeOf<Kind> {
  return change.content.kind === kind;
}

/**
 * Undoes a change by a change of the same user with his present rights: checked, and with the functions of the definition called, like any
 * other. Throws `tables.row_changed` if somebody has changed the same values since, `tables.edit_refused` if it was undone already, and
 * what the change throws.
 */
export async function undoChange(
  query: TableQuery,
  { id, row, content }: Change & { readonly content: RecordChange },
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
