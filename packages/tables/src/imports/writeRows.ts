import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { Kysely } from 'kysely';
import type { ChangedRow } from '../changes/changedRows.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { attempt } from '../edit/attempt.ts';
import type { CalledChange } from '../edit/callEdit.ts';
import { insertWithin } from '../records/createRecord.ts';
import { planWithin, type RecordPlan } from '../records/RecordPlan.ts';
import { refusedRecord } from '../records/refusedRecord.ts';
import { updateWithin } from '../records/updateRecord.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { keepingInserts } from './createdRows.ts';
import { existingRows } from './existingRows.ts';
import type { ImportPlan } from './ImportPlan.ts';
import { changedRows, recordedColumns, textsByKey } from './importChange.ts';
import { insertRows } from './insertRows.ts';
import { faultsOfRefusal, type RowFault, unknownFailure } from './RowFault.ts';
import type { CheckedRow, ReadRow, RowReader } from './readRows.ts';
import { takenRows } from './takenValues.ts';
import { canUpdateTogether, updateRows } from './updateRows.ts';

/** What became of a row. */
export type RowOutcome = 'created' | 'updated' | readonly RowFault[];

export interface RowWriting {
  readonly plan: ImportPlan;
  readonly reader: RowReader;
  readonly hooks: EditHooks;
  readonly transaction: Kysely<AnyDatabase>;
  /** Called with an error that is none of the row; the row counts as failed. */
  readonly onUnknownError: (error: unknown) => void;
  /** Gets the rows that are written, in their order, so that they can be undone; null if they are not kept. */
  readonly changedRows: ChangedRow[] | null;
}

export interface WrittenRows {
  readonly outcomes: ReadonlyMap<ReadRow, RowOutcome>;
  /** For `edits.after`, when the transaction is committed. */
  readonly changes: readonly CalledChange[];
}

/**
 * Writes rows in a transaction, each as if it were alone: a row that is refused leaves the others. A row whose key an earlier
 * one of them has created changes that record.
 */
export async function writeRows(rows: readonly ReadRow[], writing: RowWriting): Promise<WrittenRows> {
  const outcomes = new Map<ReadRow, RowOutcome>();
  const changes: CalledChange[] = [];
  for (const group of distinctKeys(rows)) {
    const existing = await findExisting(group, writing);
    const created: CheckedRow[] = [];
    const changed: CheckedRow[] = [];
    for (const read of group) {
      const checked = writing.reader.check(read, (read.key !== null && existing.get(read.key)) || null);
      if (checked.faults.length > 0) outcomes.set(read, checked.faults);
      else if (checked.rowId === null) created.push(checked);
      else changed.push(checked);
    }
    for (const [row, outcome] of await updateRecorded(changed, writing, changes))
      outcomes.set(row.read, outcome);
    for (const [row, outcome] of await create(created, writing)) outcomes.set(row.read, outcome);
  }

  return { outcomes, changes };
}

async function findExisting(
  rows: readonly ReadRow[],
  { plan, transaction }: RowWriting,
): Promise<ReadonlyMap<string, string>> {
  if (plan.key === null) return new Map();
  const keys = rows.flatMap(({ key }) => key ?? []);
  const found = await attempt(transaction, () => existingRows(transaction, plan, keys));

  return 'done' in found ? found.done : new Map();
}

/** Groups of consecutive rows, of which no two have the same key. */
export function distinctKeys(rows: readonly ReadRow[]): ReadRow[][] {
  const groups: ReadRow[][] = [[]];
  let seen = new Set<string>();
  for (const row of rows) {
    if (row.key !== null && seen.has(row.key)) {
      groups.push([]);
      seen = new Set();
    }
    if (row.key !== null) seen.add(row.key);
    groups.at(-1)?.push(row);
  }

  return groups;
}

type Outcomes = ReadonlyMap<CheckedRow, RowOutcome>;

/** Inserts together what has no functions; if the database refuses it, the refused rows are found by bisection. */
async function create(rows: readonly CheckedRow[], writing: RowWriting): Promise<Outcomes> {
  const { plan, transaction } = writing;
  const { create: declared } = plan.create.query.table.definition.records ?? {};
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const isAlone = (typeof declared === 'object' && (declared.before ?? declared.after)) || hasCalls(plan);
  const outcomes = new Map<CheckedRow, RowOutcome>();
  if (isAlone) {
    for (const row of rows) outcomes.set(row, await createAlone(row, writing));

    return outcomes;
  }
  let pending: CheckedRow[][] = [[...rows]];
  for (let range = pending.pop(); range; range = pending.pop()) {
    if (range.length === 0) continue;
    const these = range;
    const createdRows: ChangedRow[] = [];
    const insert =
      writing.changedRows && keepingInserts(rawDb, plan.create, recordedColumns(plan), createdRows);
    const result = await attempt(transaction, () =>
      insertRows(rawDb, plan.create, these, insert ?? undefined),
    );
    if ('done' in result) {
      writing.changedRows?.push(...createdRows);
      for (const row of these) outcomes.set(row, 'created');
      continue;
    }
    const [only] = these;
    if (these.length === 1 && only) {
      outcomes.set(only, await faultsOf(result.error, only, plan.create, writing));
      continue;
    }
    if (these.length === rows.length) {
      const taken = await takenRows(rawDb, plan, these);
      for (const [row, faults] of taken) outcomes.set(row, faults);
      pending = halves(these.filter((row) => !taken.has(row)));
      continue;
    }
    pending.push(...halves(these));
  }

  return outcomes;
}

/** The second half first: they are taken from the end. */
function halves(rows: CheckedRow[]): CheckedRow[][] {
  const middle = Math.ceil(rows.length / 2);

  return [rows.slice(middle), rows.slice(0, middle)];
}

/** Whether a function is called for a value of a new record. */
function hasCalls({ create: { fields }, columns }: ImportPlan): boolean {
  const names = new Set(columns.map(({ name }) => name));

  return fields.some(
    ({ name, written, options }) =>
      (names.has(name) || options.default !== undefined) &&
      (written === null || options.before !== undefined || options.write !== undefined),
  );
}

async function createAlone(row: CheckedRow, writing: RowWriting): Promise<RowOutcome> {
  const { plan, transaction } = writing;
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const given = { plan: plan.create, values: row.values, transaction, rawDb, request: requestOf(row, plan) };
  const result = await attempt(transaction, () => insertWithin(given));

  return 'done' in result ? 'created' : faultsOf(result.error, row, plan.create, writing);
}

/** Changes rows, and keeps the texts of their records before and after. */
async function updateRecorded(
  rows: readonly CheckedRow[],
  writing: RowWriting,
  changes: CalledChange[],
): Promise<Outcomes> {
  const { transaction, plan, changedRows: recorded } = writing;
  if (recorded === null || rows.length === 0) return change(rows, writing, changes);
  const keys = rows.flatMap(({ read }) => read.key ?? []);
  const before = await textsByKey(transaction, plan, keys);
  const outcomes = await change(rows, writing, changes);
  const updated = [...outcomes].flatMap(([{ read, rowId }, outcome]) =>
    outcome === 'updated' && read.key !== null && rowId !== null ? [{ key: read.key, rowId }] : [],
  );
  if (updated.length > 0) {
    recorded.push(...changedRows(updated, before, await textsByKey(transaction, plan, keys)));
  }

  return outcomes;
}

/** Rows below which a refused statement is repeated row by row. */
const fewRows = 8;

/** Changes together what nothing is called for; if the database refuses it, the refused rows are found by bisection. */
async function change(
  rows: readonly CheckedRow[],
  writing: RowWriting,
  changes: CalledChange[],
): Promise<Outcomes> {
  const { plan, transaction, hooks } = writing;
  const { update } = plan;
  const outcomes = new Map<CheckedRow, RowOutcome>();
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const alone = async (these: readonly CheckedRow[]) => {
    for (const row of these) outcomes.set(row, await changeAlone(row, writing, changes));
  };
  if (update === null || rows.length < 2 || !canUpdateTogether(plan, hooks)) {
    await alone(rows);

    return outcomes;
  }
  let pending: CheckedRow[][] = [[...rows]];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const these = range;
    const result = await attempt(transaction, () => updateRows(transaction, rawDb, update, these));
    if ('done' in result) {
      for (const row of result.done) outcomes.set(row, 'updated');
      await alone(these.filter((row) => !result.done.has(row)));
    } else if (these.length <= fewRows) await alone(these);
    else pending = [...pending, ...halves(these)];
  }

  return outcomes;
}

async function changeAlone(
  row: CheckedRow,
  writing: RowWriting,
  changes: CalledChange[],
): Promise<RowOutcome> {
  const { plan, transaction, hooks } = writing;
  const { update } = plan;
  const { rowId } = row;
  if (update === null || rowId === null) return [unknownFailure()];
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const given = { plan: update, values: row.values, transaction, rawDb, request: requestOf(row, plan) };
  const result = await attempt(transaction, () => updateWithin(given, rowId, { hooks, isRecorded: false }));
  if ('error' in result) return faultsOf(result.error, row, update, writing);
  changes.push(...result.done.changes);

  return 'updated';
}

function requestOf({ read, rowId }: CheckedRow, { request }: ImportPlan) {
  const { params, locale } = request;

  return { row: rowId, values: read.values, expected: {}, version: null, requestId: null, params, locale };
}

/** Why a row was refused, found within the transaction: other rows of it may be the reason. */
async function faultsOf(
  error: unknown,
  { values, rowId }: CheckedRow,
  plan: RecordPlan,
  { transaction, onUnknownError, plan: { columns } }: RowWriting,
): Promise<readonly RowFault[]> {
  const known = faultsOfRefusal(error, columns);
  if (known) return known;
  if (!isRefusedWrite(error) || isOfApplication(error)) {
    onUnknownError(error);

    return [unknownFailure()];
  }
  const found = await attempt(transaction, () =>
    refusedRecord(error, planWithin(plan, transaction), values, rowId),
  );

  return ('done' in found && faultsOfRefusal(found.done, columns)) || [unknownFailure()];
}
