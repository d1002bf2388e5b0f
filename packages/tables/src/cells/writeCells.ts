import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import { type EnglishText, ProblemError } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { ChangedCells, ChangedField } from '../changes/Change.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import { attempt } from '../edit/attempt.ts';
import type { CalledChange } from '../edit/callEdit.ts';
import { asSent, isOtherCell, isOtherVersion, type SeenCell } from '../edit/seenCell.ts';
import { TableError } from '../errors.ts';
import type { ParsedValues, RecordRequest } from '../records/parseRecord.ts';
import { type PlannedField, planWithin, type RecordPlan } from '../records/RecordPlan.ts';
import { refusedRecord } from '../records/refusedRecord.ts';
import { updateWithin } from '../records/updateRecord.ts';
import type { ResponseRow } from '../rows/computeRows.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { Refusal } from './RefusedCells.ts';

/** Cells of one row. */
export interface WrittenRow {
  /** Identifier as text, and as the client sent it. */
  readonly id: string;
  readonly row: string | number;
  readonly values: ParsedValues;
  /** What the client has seen; a version is compared before the first cell is written. Defaults to nothing. */
  readonly seen?: { readonly cells: ReadonlyMap<string, SeenCell>; readonly version: string | null };
  /** Cell → the change of it that is undone. */
  readonly undone?: ReadonlyMap<PlannedField, ChangedField>;
}

export interface CellsWriting {
  readonly plan: RecordPlan;
  readonly request: Pick<RecordRequest, 'requestId' | 'params' | 'locale'>;
  readonly hooks: EditHooks;
  readonly isKept: boolean;
}

export interface WrittenCells {
  /** The rows of cells that are not refused, as they are now. */
  readonly rows: readonly ResponseRow[];
  /** For `hooks.after`. */
  readonly changes: readonly CalledChange[];
  /** What was written; null if it cannot be undone. */
  readonly kept: readonly ChangedCells[] | null;
  readonly refused: readonly Refusal[];
}

/**
 * Writes the cells of rows, each row as a change of its record, and rolls back only those that are refused. Cells of a row are
 * refused alone if the reason names them, or if they are refused when they are written alone.
 */
export async function writeCells(
  rows: readonly WrittenRow[],
  writing: CellsWriting,
  transaction: Kysely<AnyDatabase>,
): Promise<WrittenCells> {
  const shown = new Map<string, ResponseRow | null>();
  const changes: CalledChange[] = [];
  const kept = new Map<string, Record<string, ChangedField>>();
  const refused: Refusal[] = [];
  let canUndo = writing.isKept;
  // Always in the same order, so that two changes of the same rows wait for each other.
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const parts = [row.values];
    for (let values = parts.shift(); values; values = parts.shift()) {
      const part = values;
      const result = await attempt(transaction, () =>
        writePart(shown.has(row.id) ? withoutVersion(row) : row, part, writing, transaction),
      );
      if ('error' in result) {
        const found = await refusalsOf(result.error, { row, values, writing, transaction });
        if (found === null) parts.push(...[...values].map((cell) => new Map([cell])));
        else {
          refused.push(...found);
          const columns = new Set(found.map(({ column }) => column));
          const others = new Map([...values].filter(([{ name }]) => !columns.has(name)));
          if (others.size > 0) parts.push(others);
        }
        continue;
      }
      const { done } = result;
      shown.set(row.id, done.row);
      if (done.changes.length === 0) continue;
      changes.push(...done.changes);
      canUndo &&= done.fields !== null;
      kept.set(row.id, { ...kept.get(row.id), ...done.fields });
    }
  }

  return {
    rows: [...shown.values()].filter((row) => row !== null),
    changes,
    kept: canUndo ? [...kept].map(([row, fields]) => ({ row, fields })) : null,
    refused,
  };
}

/** Its first cells have changed the version. */
function withoutVersion({ seen, ...row }: WrittenRow): WrittenRow {
  return { ...row, ...(seen && { seen: { ...seen, version: null } }) };
}

function writePart(
  { id, seen, undone }: WrittenRow,
  values: ParsedValues,
  { plan, request, hooks, isKept }: CellsWriting,
  transaction: Kysely<AnyDatabase>,
) {
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const ofPart = undone && new Map([...undone].filter(([field]) => values.has(field)));
  const sent = { ...request, row: id, values: {}, expected: {}, version: null };
  const given = { plan, request: sent, values, transaction, rawDb, ...(ofPart && { undone: ofPart }) };

  return updateWithin(given, id, {
    ...{ hooks, kind: 'edit', isRecorded: isKept },
    assertSeen: (shown) => seen && assertSeenCells(seen, shown, values),
  });
}

interface RefusedPart {
  readonly row: WrittenRow;
  readonly values: ParsedValues;
  readonly writing: CellsWriting;
  readonly transaction: Kysely<AnyDatabase>;
}

/** The cells that an error is about; null if it may be about some of several. Throws errors that are not about cells. */
async function refusalsOf(error: unknown, part: RefusedPart): Promise<Refusal[] | null> {
  const { row, values, writing, transaction } = part;
  const problem = await problemOf(error, part);
  const columns = [...values.keys()].map(({ name }) => name);
  const refuse = (column: string, reason: Refusal['reason'], text: Refusal['text']): Refusal => ({
    ...{ row: row.row, column, reason, text },
    ...currentOf(problem, column),
  });
  if (problem.code === 'tables.row_not_found') {
    return columns.map((column) => refuse(column, 'missing', problem.text));
  }
  const reason = problem.code === 'tables.row_changed' ? 'changed' : 'value';
  const named = columns.flatMap((column) => {
    const [text] = problem.fieldTexts?.[`values.${column}`] ?? [];

    return text === undefined ? [] : [refuse(column, reason, text)];
  });
  if (named.length > 0) return named;
  if (columns.length > 1) return null;
  const [general] = Object.values(problem.fieldTexts ?? {}).flat();

  return columns.map((column) => refuse(column, reason, general ?? problem.text));

  async function problemOf(refusal: unknown, { values: refusedValues }: RefusedPart): Promise<ProblemError> {
    if (refusal instanceof ProblemError && refusal.status < 500) return refusal;
    if (!isRefusedWrite(refusal) || isOfApplication(refusal)) throw refusal;
    const plan = planWithin(writing.plan, transaction);
    const found = await attempt(transaction, () => refusedRecord(refusal, plan, refusedValues, row.id));
    if ('error' in found) throw found.error;

    return found.done;
  }
}

function currentOf({ extensions }: ProblemError, column: string): Pick<Refusal, 'current'> {
  const current = extensions?.current as Readonly<Record<string, unknown>> | undefined;

  return current && Object.hasOwn(current, column) ? { current: current[column] } : {};
}

/**
 * Throws `tables.row_changed` with the cells that are not as the client has seen them; what was not sent is not compared.
 */
function assertSeenCells(
  { cells, version }: { readonly cells: ReadonlyMap<string, SeenCell>; readonly version: string | null },
  shown: ResponseRow,
  values: ParsedValues,
): void {
  const changed = [...values.keys()].filter(({ name, version: declared }) => {
    const seen = cells.get(name);

    return isOtherVersion(version, declared, shown) || (seen && isOtherCell(seen, name, shown));
  });
  if (changed.length === 0) return;
  const text: EnglishText = 'Another user has changed the cell since you have read it.';

  throw new TableError('tables.row_changed', text, {
    fields: Object.fromEntries(changed.map(({ name }) => [`values.${name}`, [text]])),
    extensions: { current: Object.fromEntries(changed.map(({ name }) => [name, asSent(shown[name])])) },
  });
}
