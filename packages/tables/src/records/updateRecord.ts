import { isDeepStrictEqual } from 'node:util';
import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import { say } from '@rowhouse/problems';
import { isSameJson } from '@rowhouse/table-protocol/internal';
import { sql } from 'kysely';
import type { ChangedField } from '../changes/Change.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { type CalledChange, callAfter } from '../edit/callEdit.ts';
import { lockRow } from '../edit/lockRow.ts';
import { notFound } from '../edit/notFound.ts';
import { present } from '../edit/presentRow.ts';
import { lockRecord, readerOf, updateRecord as updateColumns } from '../edit/records.ts';
import { isSameValue, mayBeRounded } from '../edit/sameValue.ts';
import { asSent } from '../edit/seenCell.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { Faults, sendAnother } from '../request/parse/Faults.ts';
import { loadRelations } from '../rows/completeRows.ts';
import type { ResponseRow } from '../rows/computeRows.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { assertApply } from './assertApply.ts';
import { claimChange } from './claimChange.ts';
import {
  changedFields,
  type FieldTexts,
  fieldColumns,
  fieldTexts,
  fieldTextsNow,
  type Locked,
} from './fieldTexts.ts';
import type { formValues, StoredValues } from './formValues.ts';
import { lockedColumns, lockedValues } from './lockedFields.ts';
import type { ParsedValues, RecordRequest } from './parseRecord.ts';
import type { PlannedField, RecordPlan } from './RecordPlan.ts';
import { refusedRecord } from './refusedRecord.ts';
import {
  assertReferences,
  callFields,
  callRecord,
  hasFunctions,
  type RecordWriting,
  writtenColumns,
} from './writeFields.ts';
import { writeFiles } from './writeFiles.ts';

export interface Updated {
  /** The row as it is now; null if it is no longer one of the user's rows. */
  readonly row: ResponseRow | null;
  /** Id of the change, by which it is undone; null if it is not kept. */
  readonly undo: string | null;
}

/** An update within a transaction of the caller. */
export interface UpdatedWithin {
  /** As of `Updated`. */
  readonly row: ResponseRow | null;
  /** The changed fields, with their values before. */
  readonly before: ReadonlyMap<PlannedField, unknown>;
  /** The calls of `hooks.after` when the transaction is committed. */
  readonly changes: readonly CalledChange[];
  /** What was written, to be kept; null if changes are not kept, or a function has written a field. */
  readonly fields: Readonly<Record<string, ChangedField>> | null;
}

export interface UpdateOptions {
  readonly hooks: EditHooks;
  /** What the change is kept as: that of a cell calls no function of the record. Defaults to `update`. */
  readonly kind?: 'edit' | 'update';
  /** Throws if fields that would be changed, or the row, are not as the client has seen them. Defaults to comparing `expected` and `version`. */
  readonly assertSeen?: (shown: ResponseRow, values: ParsedValues) => void;
  /** Id and fields of the change that is undone by this one. */
  readonly undone?: { readonly id: string; readonly fields: ReadonlyMap<PlannedField, ChangedField> };
}

/**
 * Writes the fields of a record that differ from these values, in one transaction under locks of its records. Nothing is
 * written if all of them have the values already: the request is a repetition.
 *
 * Throws `tables.row_not_found`, `tables.row_gone`, `tables.row_changed` with the values as they are, `tables.invalid_request` with the
 * fields that are refused, what the functions of the definition throw, and `tables.busy`.
 */
export async function updateRecord(
  plan: RecordPlan,
  request: RecordRequest & { readonly row: string },
  sent: ParsedValues,
  options: UpdateOptions,
): Promise<Updated> {
  const { hooks, undone, kind = 'update' } = options;
  const { runtime, context } = plan.query;
  const isRecorded = await runtime.changes.keeps(context.user);
  try {
    const { row, undo, changes } = await writeTransaction(runtime, async (transaction) => {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      if (undone) await claimChange(rawDb, plan.query, undone.id);
      const writing = {
        plan,
        request,
        values: sent,
        transaction,
        rawDb,
        ...(undone && { undone: undone.fields }),
      };

      const { fields, ...updated } = await updateWithin(writing, request.row, { ...options, isRecorded });
      const content = fields && { kind, fields };
      const kept = { table: plan.query.table.id, user: context.user, row: request.row };

      return { ...updated, undo: content && (await runtime.changes.add(rawDb, { ...kept, content })) };
    });
    for (const change of changes) if (hooks.after) await callAfter(hooks.after, change, plan.query);

    return { row, undo };
  } catch (error) {
    if (error instanceof TableError && error.code === 'tables.row_not_found' && wasSeen(request)) {
      throw new TableError(
        'tables.row_gone',
        'The record was deleted meanwhile, or is no longer one of your rows, so nothing was written. Copy what you need, and create the record again if you still want it.',
        { cause: error },
      );
    }
    if (!isRefusedWrite(error) || isOfApplication(error)) throw error;
    throw await refusedRecord(error, plan, sent, request.row);
  }
}

/** Whether the client has read the record. The answer does not depend on whether the record exists for others. */
function wasSeen({ expected, version }: RecordRequest): boolean {
  return version !== null || Object.keys(expected).length > 0;
}

/** Writes the fields of a record that differ, in a transaction of the caller, who keeps what was written and calls `hooks.after`. */
export async function updateWithin(
  given: RecordWriting,
  rowId: string,
  options: UpdateOptions & { readonly isRecorded: boolean },
): Promise<UpdatedWithin> {
  const { hooks, assertSeen, kind = 'update', isRecorded } = options;
  const { plan, transaction, rawDb, undone } = given;
  const { query, record } = plan;
  const { update } = query.table.definition.records ?? {};
  const { before, after } = typeof update === 'object' && kind === 'update' ? update : {};
  const columns = lockedColumns(plan, given.values);
  const exact = isRecorded ? fieldColumns(given.values) : undefined;
  const locked = await lockRow({ query, row: rowId }, transaction, rawDb, columns, exact);
  const stored: StoredValues = (each) => locked.get(each)?.values;
  const read = readerOf(query, rowId);
  const readBefore = async () => {
    const row = await read(transaction);
    if (row === null) throw notFound(rowId);

    return { row, shown: await present({ ...row }, query, transaction) };
  };
  const found = before || needsRow(given, options) ? await readBefore() : null;
  const shown = found?.shown ?? {};
  const valueOfField = (field: PlannedField) =>
    field.written ? stored(field.written.record)?.[field.written.column] : shown[field.name];
  const dates = ({ kind }: PlannedField) => ({ kind, datesAreUtc: query.catalogue.datesAreUtc });
  const values = undone
    ? given.values
    : new Map(
        [...given.values].filter(
          ([field, value]) => !isSameValue(valueOfField(field), value, field, dates(field)),
        ),
      );
  if (values.size === 0) {
    const row = (found ?? (await readBefore())).shown;

    return { row, before: new Map(), changes: [], fields: null };
  }

  const writing = { ...given, values };
  const current = lockedValues(plan, locked, shown);
  const texts = isRecorded ? fieldTexts(values, (record) => locked.get(record)?.texts) : null;
  if (undone) assertAsWritten(undone, texts, current);
  if (assertSeen) assertSeen(shown, values);
  else assertUnchanged(writing, current, shown);
  assertApply(plan, values, current);
  if (found) await loadRelations(transaction, [found.row], query.table.definition.with ?? {});
  if (before && found)
    await callRecord('update.before', (change) => before({ ...change, row: found.row }), writing);
  const replaced = new Map([...values.keys()].map((field) => [field, valueOfField(field)]));
  const calls = found && { row: found.row, rowId, from: valueOfField };
  const changes = calls ? await callFields('before', writing, calls, hooks) : [];
  await assertReferences(writing);
  await writeFiles(writing, valueOfField);

  const version = plan.fields[0]?.version;
  const raised = version?.isCounter ? [[version.column, sql`${sql.id(version.column)} + 1`] as const] : [];
  const written = writtenColumns(writing);
  for (const [each, columns] of written) {
    const identified = locked.get(each)?.identified;
    if (identified)
      await updateColumns(rawDb, query, identified, [...columns, ...(each === record ? raised : [])]);
  }
  if (calls) await callFields('write', writing, calls);
  const home = locked.get(record)?.identified;
  if (home && raised.length > 0 && !written.has(record)) await updateColumns(rawDb, query, home, raised);
  if (!undone) await assertStored(writing, locked);
  const textsNow = texts && (await fieldTextsNow(writing, locked));
  const fields = texts && textsNow ? changedFields(current, texts, textsNow) : null;
  const now = await read(transaction);
  if (after) {
    const whole = now && { ...now };
    if (whole) await loadRelations(transaction, [whole], query.table.definition.with ?? {});
    await callRecord('update.after', (change) => after({ ...change, row: whole }), writing);
  }

  return {
    row: now && (await present(now, query, transaction)),
    before: replaced,
    changes,
    fields,
  };
}

/**
 * Whether the row is read before it is changed: functions and values of no column need it, and it decides whether the record is
 * the user's, unless the query leaves no record out.
 */
function needsRow({ plan, values }: RecordWriting, { hooks, assertSeen }: UpdateOptions): boolean {
  const { query, record, fields } = plan;

  return (
    query.query.unfiltered !== record.alias ||
    fields.some(({ written, version }) => written?.record !== record || version !== null) ||
    Boolean(assertSeen ?? hooks.before ?? hooks.after) ||
    hasFunctions(values)
  );
}

/** Checks that fields have the values that the change to be undone has given them. */
function assertAsWritten(
  undone: NonNullable<RecordWriting['undone']>,
  texts: FieldTexts | null,
  current: ReturnType<typeof formValues>,
): void {
  const isChanged = [...undone].some(([field, { after }]) => (texts?.get(field) ?? null) !== after);
  if (!isChanged) return;

  throw new TableError(
    'tables.row_changed',
    'The record was changed after you, so your change was not undone. Look at its values, and change them yourself if you still want to.',
    { extensions: { current } },
  );
}

/** Checks that the changed fields, and the version of the row, are what the client expects, if it sent them. */
function assertUnchanged(
  { plan, request: { expected, version }, values }: RecordWriting,
  current: ReturnType<typeof formValues>,
  shown: ResponseRow,
): void {
  const declared = plan.fields[0]?.version ?? null;
  const now = declared && asSent(shown[declared.attribute]);
  const isChanged =
    (version !== null && declared !== null && String(now) !== version) ||
    [...values.keys()].some(
      (field) => Object.hasOwn(expected, field.name) && !isAsSeen(expected[field.name], current, field),
    );
  if (!isChanged) return;

  throw new TableError(
    'tables.row_changed',
    'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
    { extensions: { current, ...(declared && { version: now }) } },
  );
}

/** JSON is the same whatever its format, in which another user or a program may have stored it again. */
function isAsSeen(
  seen: unknown,
  current: Readonly<Record<string, unknown>>,
  { name, form }: PlannedField,
): boolean {
  const now = current[name];
  if (form?.kind !== 'json' || typeof seen !== 'string' || typeof now !== 'string')
    return isDeepStrictEqual(seen, now);

  return isSameJson(seen, now, { keepsOrder: form.keepsText, keepsDigits: true });
}

/** Databases round values with too many digits without an error. */
async function assertStored({ plan, values, rawDb }: RecordWriting, locked: Locked): Promise<void> {
  const faults = new Faults();
  const { query } = plan;
  for (const [field, value] of values) {
    const { written, kind, name } = field;
    const identified = mayBeRounded(field) && written ? locked.get(written.record)?.identified : undefined;
    if (!identified || !written) continue;
    const stored = await lockRecord(rawDb, query, identified, [written.column]);
    const isSame = isSameValue(stored?.[written.column], value, field, {
      kind,
      datesAreUtc: query.catalogue.datesAreUtc,
      isRounded: true,
    });
    if (!isSame)
      faults.add(`values.${name}`, sendAnother(value, say`has more digits than the column stores`));
  }
  faults.throwIfAny();
}
