import { withSafeTexts } from '@rowhouse/drivers';
import { type EnglishText, say, Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import type { CellsChange } from '../changes/Change.ts';
import type { ActionFailure, ActionResult } from '../definition/TableAction.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { callAfter } from '../edit/callEdit.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { claimChange } from '../records/claimChange.ts';
import { valuesParser } from '../records/parseRecord.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';
import type { ChangeOf } from '../records/undoChange.ts';
import { Faults } from '../request/parse/Faults.ts';
import { sentRowId } from '../undo/undoSteps.ts';
import { type Refusal, refusedValues } from './RefusedCells.ts';
import { type WrittenRow, writeCells } from './writeCells.ts';

/** What became of a change that was undone: `processed` cells are as they were; the rows of others are its failures. */
export type UndoneCells = Pick<
  ActionResult,
  'message' | 'text' | 'processed' | 'failures' | 'failed' | 'undo'
>;

/** Failures that a result lists; all are counted. */
const mostListed = 100;

/** The columns whose cells a change has written. Throws `tables.edit_refused` if it cannot be undone. */
export function changedColumns({ content: { rows } }: ChangeOf<'cells'>): readonly string[] {
  if (rows === null) {
    throw new TableError(
      'tables.edit_refused',
      'The change cannot be undone: a function of the application has written some of its cells.',
    );
  }

  return [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
}

/**
 * Undoes a change of cells with the present rights of its user, in one transaction. Cells that were changed since stay as they are, and are
 * the failures, by row. Throws `tables.edit_refused` if it was undone already.
 */
export async function undoCells(
  plan: RecordPlan,
  { id, content }: ChangeOf<'cells'>,
  hooks: EditHooks,
): Promise<UndoneCells> {
  const { runtime, context, table } = plan.query;
  const { rows, refused } = await undoneRows(plan, content.rows ?? []);
  const request = { requestId: null, params: undefined, locale: undefined };
  const isKept = await runtime.changes.keeps(context.user);
  const done = await writeTransaction(runtime, async (transaction) => {
    const rawDb = withSafeTexts(transaction.withoutPlugins());
    await claimChange(rawDb, plan.query, id);
    const written = await writeCells(rows, { plan, request, hooks, isKept }, transaction);
    const { kept } = written;
    const undoing = { table: table.id, user: context.user, row: null };
    const again: CellsChange | null = kept && kept.length > 0 ? { kind: 'cells', rows: kept } : null;
    const undo = again && (await runtime.changes.add(rawDb, { ...undoing, content: again }));

    return { ...written, undo };
  });
  for (const change of done.changes) if (hooks.after) await callAfter(hooks.after, change, plan.query);
  const all = [...refused, ...done.refused];
  const failures = failuresOf(all, plan);
  const processed = done.changes.length;
  const text = undoneText(processed, all.length);

  return {
    ...{ message: String(text), text, processed, undo: done.undo },
    failures: failures.slice(0, mostListed),
    failed: failures.length,
  };
}

/** What is written to undo the change, as far as its values are still accepted. */
async function undoneRows(
  plan: RecordPlan,
  changed: NonNullable<CellsChange['rows']>,
): Promise<{ readonly rows: readonly WrittenRow[]; readonly refused: readonly Refusal[] }> {
  const parse = await valuesParser(plan, { isNew: false, path: '' });
  const refused: Refusal[] = [];
  const rows = changed.map(({ row, fields }): WrittenRow => {
    const faults = new Faults();
    const values = parse(
      Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from])),
      faults,
    );
    refused.push(...refusedValues(row, Object.keys(fields), faults));
    const undone = new Map(
      [...values.keys()].flatMap((field) => {
        const change = fields[field.name];

        return change ? [[field, change] as const] : [];
      }),
    );

    return { id: row, row, values, undone };
  });

  return { rows: rows.filter(({ values }) => values.size > 0), refused };
}

/** Why the cells of a row stay as they are. */
const reasons: Readonly<Record<Exclude<Refusal['reason'], 'value'>, EnglishText>> = {
  changed: '{0}: it was changed after you.',
  missing: 'The row no longer exists, or is not one of your rows.',
};

function failuresOf(refused: readonly Refusal[], { query: { table }, record }: RecordPlan): ActionFailure[] {
  const labels = new Map(table.template.columns.map(({ name, label }) => [name, label]));

  return [...Map.groupBy(refused, ({ row }) => row)].map(([dtRowId, ofRow]) => {
    const texts = ofRow.map(({ reason, column, text }) =>
      reason === 'value'
        ? say`${labels.get(column) ?? column}: ${asText(text)}`
        : new Text(reasons[reason], [labels.get(column) ?? column]),
    );
    const unique = texts.filter(
      (each, index) => texts.findIndex((other) => String(other) === String(each)) === index,
    );
    const text = unique.reduce((all, next) => say`${all} ${next}`);

    return { dtRowId: sentRowId(String(dtRowId), record), message: String(text), text };
  });
}

function undoneText(processed: number, failed: number): Text {
  const undone = new Text('The change of {0|# cell|# cells} was undone.', [processed]);
  if (failed === 0) return undone;

  return say`${undone} ${new Text('{0|# cell stays as it is|# cells stay as they are}, for the listed reasons.', [failed])}`;
}
