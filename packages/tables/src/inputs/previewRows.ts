import type { Text } from '@rowhouse/problems';
import type { PreviewRow } from '@rowhouse/table-protocol';
import { refusalOf } from '../actions/updateRows.ts';
import { readWindow } from '../data/readWindow.ts';
import type { AnyRow } from '../definition/TableContext.ts';
import { findRecords } from '../edit/records.ts';
import { asSent } from '../edit/seenCell.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { computeRows } from '../rows/computeRows.ts';
import { rowName } from '../rows/rowName.ts';
import type { Reads } from '../runtime/reads.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { isEmptyOnly, isInput, isNow } from '../update/UpdateTarget.ts';
import { dayOf, type RunUpdate, recordOutcome, skipped } from '../update/updateStatements.ts';

/** Rows of a preview. */
const mostRows = 10;

interface ShownColumn {
  readonly column: TemplateColumn;
  /** Its index in `set` of the update. */
  readonly index: number;
}

/** Whether an update writes a row, and which of its columns that are only set if empty are. */
interface Outcome {
  readonly refusal: number | null;
  readonly isWritten: boolean;
  readonly isEmpty: (index: number) => boolean;
}

export interface PreviewedRows {
  readonly columns: string[];
  readonly rows: (Omit<PreviewRow, 'refused'> & { readonly refused: Text | null })[];
}

/** The first rows of a request before and after an update, in the columns that show what it sets. */
export async function previewRows(
  update: RunUpdate,
  query: TableQuery,
  reads: Reads,
): Promise<PreviewedRows> {
  const columns = shownColumns(update, query);
  const window = { fromEnd: false, offset: 0, limit: mostRows };
  const { value: raw } = await readWindow(query, window, reads.page);
  const outcomes: Outcome[] = [];
  for (const row of raw) outcomes.push(await outcomeOf(update, query, row));
  const changed = raw.map((row, index) => afterUpdate(row, outcomes[index], update, columns));
  const [before, after] = [await shown(raw, query, reads), await shown(changed, query, reads)];
  const { dtRowId } = query.table.template;
  const pick = (row: Readonly<Record<string, unknown>> | undefined) =>
    Object.fromEntries(columns.map(({ column }) => [column.name, row?.[column.name] ?? null]));

  return {
    columns: columns.map(({ column }) => column.name),
    rows: raw.map((row, index) => {
      const name = rowName(row, query.table.template);
      const refusal = outcomes[index]?.refusal ?? null;
      const message = refusal === null ? undefined : update.target.refusals[refusal]?.message;

      return {
        dtRowId: asSent(before[index]?.[dtRowId] ?? String(row[dtRowId])) as string | number,
        ...(name !== undefined && { name }),
        before: pick(before[index]),
        after: pick(after[index]),
        refused: message === undefined ? null : refusalOf(message, row, query),
      };
    }),
  };
}

/** The columns of the template that show a column which is set, as rows of the data route have them. */
function shownColumns({ target: { set, record } }: RunUpdate, { table, query }: TableQuery): ShownColumn[] {
  const { template, definition } = table;

  return set.flatMap(({ column: written }, index) => {
    const data = `${query.names.toHost(record.alias)}.${query.names.toHost(written)}`;

    return template.columns
      .filter(
        (column) =>
          column.data === data &&
          !template.strip.includes(column.name) &&
          !Object.hasOwn(definition.expressions ?? {}, column.name),
      )
      .map((column) => ({ column, index }));
  });
}

async function outcomeOf(update: RunUpdate, query: TableQuery, row: AnyRow): Promise<Outcome> {
  const { runtime, table } = query;
  const id = String(row[table.template.dtRowId]);
  const [found] = (await findRecords(runtime.db, query, id, [update.target.record])) ?? [];
  const [stored] = found ? (await recordOutcome(update, found.ids).execute(runtime.rawDb)).rows : [];
  const outcome = stored?.outcome ?? null;

  return {
    refusal: outcome === null || Number(outcome) === skipped ? null : Number(outcome),
    isWritten: stored !== undefined && outcome === null,
    isEmpty: (index) => Number(stored?.[`empty${index}`]) === 1,
  };
}

/** A row with the values that the update gives it, in a form that drivers return. */
function afterUpdate(
  row: AnyRow,
  outcome: Outcome | undefined,
  { target, now, query }: RunUpdate,
  columns: readonly ShownColumn[],
): AnyRow {
  if (!outcome?.isWritten) return { ...row };
  const values = columns.flatMap(({ column, index }): (readonly [string, unknown])[] => {
    const { value, stored } = target.set[index] ?? {};
    if (value === undefined || (isEmptyOnly(value) && !outcome.isEmpty(index))) return [];
    const given = isEmptyOnly(value) ? value.ifEmpty : value;
    if (isInput(given)) throw new Error(`The input "${given.input}" was not filled in.`);
    if (!isNow(given)) return [[column.name, likeDriver(given, row[column.name])]];

    return [[column.name, stored?.kind === 'date' ? dayOf(now, query.context.timeZone) : now.toISOString()]];
  });

  return { ...row, ...Object.fromEntries(values) };
}

/** A number as text, if the driver returns a text for the column, or the other way round. */
function likeDriver(value: string | number | boolean | null, now: unknown): unknown {
  if (typeof now === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value);
  if (typeof now === 'string' && typeof value === 'number') return String(value);
  if (typeof now === 'number' && typeof value === 'boolean') return Number(value);

  return value;
}

/** The rows as the data route returns them. */
function shown(rows: readonly AnyRow[], query: TableQuery, { page }: Reads) {
  return computeRows(
    rows.map((row) => ({ ...row })),
    query,
    page,
  );
}
