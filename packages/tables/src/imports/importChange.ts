import { withSafeTexts } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import { type ChangedRow, countRows } from '../changes/changedRows.ts';
import { runChange } from '../changes/runChange.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import { columnRules } from '../query/columnRules.ts';
import type { ImportRecord } from '../query/importTables.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';
import { hasFunctions } from '../records/writeFields.ts';
import type { ImportPlan } from './ImportPlan.ts';

/** Whether nothing but the package writes the rows: what functions of the application do, it cannot undo. */
async function canUndo({ create, columns }: ImportPlan): Promise<boolean> {
  const { create: created, update, delete: deleted } = create.query.table.definition.records ?? {};
  const isCalled = [created, update, deleted].some(
    (way) => typeof way === 'object' && (way.before !== undefined || way.after !== undefined),
  );

  return (
    !isCalled &&
    !hasFunctions(new Map(create.fields.map((field) => [field, null]))) &&
    columns.every(({ field }) => field.written?.record === create.record) &&
    (await canIdentify(create, columns))
  );
}

/** Whether new records can be found again where an INSERT returns nothing. */
async function canIdentify({ query, record }: RecordPlan, columns: ImportPlan['columns']): Promise<boolean> {
  const { rawDb, dialect } = query.runtime;
  if (dialect.inserts.areLast === null) return true;
  const [id, ...others] = record.ids;
  const rules = await columnRules(rawDb, dialect, record.table);
  const isAutomatic = rules.get(id?.column ?? '')?.isAutomatic === true;
  const isGiven = columns.some(({ field }) => field.written?.column === id?.column);

  return others.length === 0 && isAutomatic !== isGiven;
}

/** The columns of the file, and then the others of the table: a created record is removed only if all of it is as it was. */
export function recordedColumns({ create: { record }, columns }: ImportPlan): string[] {
  const written = columns.flatMap(({ field }) => field.written?.column ?? []);

  return [...new Set([...written, ...record.table.columns.keys()])];
}

/** The id of the change in which the rows of an import are kept, from its start; null if it cannot be undone. */
export async function changeOfImport(
  plan: ImportPlan,
  { id: run, position, state }: ImportRecord,
): Promise<string | null> {
  const { query, record } = plan.create;
  const { runtime, table, context } = query;
  const { rawDb, changes } = runtime;
  if (!(await changes.keeps(context.user)) || !(await canUndo(plan))) return null;
  const id = runChange('import', run);
  const find = async () =>
    (await changes.find(rawDb, { table: table.id, user: context.user, id }))?.id ?? null;
  const found = await find();
  if (found !== null || state !== 'running' || Number(position) > 0) return found;
  try {
    return await changes.add(rawDb, {
      ...{ id, table: table.id, user: context.user, row: null },
      content: {
        ...{ kind: 'import', action: null, run },
        ids: record.ids.map(({ column }) => column),
        columns: recordedColumns(plan),
      },
    });
  } catch (error) {
    // Another process may have started it at the same time.
    const meanwhile = await find();
    if (meanwhile === null) throw error;

    return meanwhile;
  }
}

/** The id by which an import is undone; null if it cannot be, or has written nothing. */
export async function undoOfImport(plan: ImportPlan, change: string | null): Promise<string | null> {
  const { rawDb } = plan.create.query.runtime;

  return change !== null && (await countRows(rawDb, change)) > 0 ? change : null;
}

type Texts = readonly (string | null)[];

/** Key → the ids and the columns of the file of the record that has it. The records are locked until the transaction ends. */
export async function textsByKey(
  transaction: Kysely<AnyDatabase>,
  { create, key, columns }: ImportPlan,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly ids: readonly string[]; readonly texts: Texts }>> {
  const found = new Map<string, { readonly ids: readonly string[]; readonly texts: Texts }>();
  if (!key?.written || keys.length === 0) return found;
  const { query, record } = create;
  const { dialect } = query.runtime;
  const { recordIds, actionRuns, rowCounts } = dialect;
  const keyColumn = sql.id(key.written.column);
  const written = columns.flatMap(({ field }) => field.written?.column ?? []);
  const text = (column: string) => recordIds.text(sql.id(column), record.table.columns.get(column));
  const selected = [
    actionRuns.keyOf(keyColumn),
    ...record.ids.map(({ column, stored }) => recordIds.text(sql.id(column), stored)),
    ...written.map(text),
  ].map((each, index) => sql`${each} as ${sql.id(`text${index}`)}`);
  const values = keys.map((each) => parameter(each, key, dialect));
  const { rows } = await sql<
    Record<string, string | null>
  >`select ${sql.join(selected)} from ${tableOf(record)}
    where ${keyColumn} in (${sql.join(values)}) order by ${sql.join(record.ids.map(({ column }) => sql.id(column)))}
    ${sql.raw(rowCounts.lock)}`.execute(withSafeTexts(transaction.withoutPlugins()));
  for (const row of rows) {
    const [own, ...texts] = Object.values(row).map((each) => (each === null ? null : String(each)));
    const ids = texts.slice(0, record.ids.length).map(String);
    found.set(String(own), { ids, texts: texts.slice(record.ids.length) });
  }

  return found;
}

type KeyTexts = Awaited<ReturnType<typeof textsByKey>>;

/** The records that rows of a file have changed. */
export function changedRows(
  rows: readonly { readonly key: string; readonly rowId: string }[],
  before: KeyTexts,
  after: KeyTexts,
): ChangedRow[] {
  return rows.flatMap(({ key, rowId }): ChangedRow[] => {
    const [was, is] = [before.get(key), after.get(key)];
    if (!was || !is || was.texts.every((text, index) => text === is.texts[index])) return [];

    return [{ key: rowId, ids: was.ids, before: was.texts, after: is.texts }];
  });
}
