import { withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import type { CellsChange } from '../changes/Change.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { callAfter } from '../edit/callEdit.ts';
import { present } from '../edit/presentRow.ts';
import { readRow } from '../edit/records.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';
import type { ResponseRow } from '../rows/computeRows.ts';
import type { CellsRequest } from './parseCells.ts';
import { type Refusal, RefusedCells } from './RefusedCells.ts';
import { readCells } from './readCells.ts';
import { writeCells } from './writeCells.ts';

export interface ChangedTogether {
  /** Number of cells that were changed. */
  readonly changed: number;
  /** The rows of cells that are not refused, as they are now. */
  readonly rows: readonly ResponseRow[];
  readonly refused: readonly Refusal[];
  /** Id of the change, by which it is undone; null if it is not kept. */
  readonly undo: string | null;
}

interface ChangeOptions {
  readonly hooks: EditHooks;
  /** Identifies the request, so that it changes nothing when it is repeated; null if it has no identifier. */
  readonly key: string | null;
  readonly translate: (text: EnglishText) => string;
}

/**
 * Changes cells in one transaction, and keeps them as one change. Throws `RefusedCells`, with nothing written, if cells are refused
 * and the request does not skip them.
 */
export async function changeCells(
  plan: RecordPlan,
  request: CellsRequest,
  { hooks, key: given, translate }: ChangeOptions,
): Promise<ChangedTogether> {
  const { runtime, context, table } = plan.query;
  const isKept = await runtime.changes.keeps(context.user);
  const key = isKept ? given : null;
  const earlier = await changedBefore(plan, key);
  if (earlier) return earlier;
  const read = await readCells(plan, request.rows, translate);
  const rows = read.rows.map(({ sent, values }) => ({ id: sent.id, row: sent.row, values, seen: sent }));
  try {
    const { changes, ...done } = await writeTransaction(runtime, async (transaction) => {
      const { kept, ...written } = await writeCells(rows, { plan, request, hooks, isKept }, transaction);
      const refused = inOrder([...read.refused, ...written.refused], request.rows);
      if (refused.length > 0 && !request.skipRefused) throw new RefusedCells(refused);
      const isWritten = isKept && written.changes.length > 0;
      if (!isWritten || (kept === null && key === null)) return { ...written, refused, undo: null };
      const content: CellsChange = { kind: 'cells', rows: kept };
      const id = await runtime.changes.add(withSafeTexts(transaction.withoutPlugins()), {
        ...{ table: table.id, user: context.user, row: null, request: key, content },
      });

      return { ...written, refused, undo: kept && id };
    });
    if (changes.length === 0) return (await changedBefore(plan, key)) ?? { ...done, changed: 0 };
    for (const change of changes) if (hooks.after) await callAfter(hooks.after, change, plan.query);

    return { ...done, changed: changes.length };
  } catch (error) {
    // Another process may have made the change for the same request meanwhile.
    const meanwhile = await changedBefore(plan, key);
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** In the order of the rows as they were sent, which users see. */
function inOrder(refused: readonly Refusal[], rows: CellsRequest['rows']): Refusal[] {
  const positions = new Map(rows.map(({ row }, index) => [row, index]));
  const positionOf = ({ row }: Refusal) => positions.get(row) ?? 0;

  return refused.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** What the request has changed; null if it has changed nothing. */
async function changedBefore({ query }: RecordPlan, key: string | null): Promise<ChangedTogether | null> {
  const { changes, rawDb, db } = query.runtime;
  const earlier = key === null ? null : await changes.findRequest(rawDb, key);
  if (earlier?.content.kind !== 'cells') return null;
  const rows: ResponseRow[] = [];
  const { rows: changed } = earlier.content;
  for (const { row: id } of changed ?? []) {
    const row = await readRow(db, query, id);
    if (row !== null) rows.push(await present(row, query, db));
  }

  return {
    ...{ rows, refused: [] },
    changed: (changed ?? []).flatMap(({ fields }) => Object.keys(fields)).length,
    undo: changed === null || earlier.isUndone ? null : earlier.id,
  };
}
