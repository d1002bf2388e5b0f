import { type Kysely, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import type { EditedValue, EditHooks } from '../definition/TableEdit.ts';
import { letter, tableOf } from '../edit/records.ts';
import { isSameValue, mayBeRounded } from '../edit/sameValue.ts';
import type { PlannedField, RecordPlan } from '../records/RecordPlan.ts';
import type { ImportPlan } from './ImportPlan.ts';
import type { CheckedRow } from './readRows.ts';
import { type ChangedRecord, updateStatements } from './updateStatements.ts';

/**
 * Whether the records that a file changes can be written together: nothing is called for each of them, and every column is one of
 * the records themselves.
 */
export function canUpdateTogether({ update, columns }: ImportPlan, hooks: EditHooks): boolean {
  if (update === null || hooks.before || hooks.after) return false;
  const { query, record, fields } = update;
  const { update: declared } = query.table.definition.records ?? {};
  if (typeof declared === 'object' && (declared.before ?? declared.after)) return false;
  const names = new Set(columns.map(({ name }) => name));
  const isPlain = ({ written, kind, options }: PlannedField) =>
    written?.record === record && kind !== 'other' && !options.before && !options.write;
  /** Whether a field may have to be empty with the new values. */
  const isConditional = ({ name, options: { when } }: PlannedField) =>
    when !== undefined && [name, ...Object.keys(when)].some((each) => names.has(each));

  return (
    query.query.decomposable &&
    record.ids.length === 1 &&
    fields.every((field) => (!names.has(field.name) || isPlain(field)) && !isConditional(field))
  );
}

/** A value was stored with fewer digits than were sent: the row is refused alone. */
class RoundedValue extends Error {}

/**
 * Locks the records of rows, and sets the columns whose values differ. Returns the rows that were written, or need no change; the
 * others are no longer rows of the user. Rejects if the database refuses one of them.
 */
export async function updateRows(
  transaction: Kysely<AnyDatabase>,
  rawDb: Kysely<AnyDatabase>,
  plan: RecordPlan,
  rows: readonly CheckedRow[],
): Promise<ReadonlySet<CheckedRow>> {
  const columns = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  const ids = await recordIds(transaction, plan, rows);
  const { lock } = plan.query.runtime.dialect.rowCounts;
  const stored = await readColumns(rawDb, plan, [...ids.values()], columns, lock);
  // As the user sees them now that no one else can change them.
  const current = await recordIds(transaction, plan, rows);
  const done = new Set<CheckedRow>();
  const changed: ChangedRecord[] = [];
  for (const row of rows) {
    const id = current.get(row);
    const values = id === undefined || ids.get(row) !== id ? undefined : stored.get(id);
    if (id === undefined || values === undefined) continue;
    const differing = [...row.values].filter(([field, value]) => !isStored(plan, field, value, values));
    if (differing.length > 0) changed.push({ id, values: new Map(differing) });
    done.add(row);
  }
  for (const group of equalFields(changed)) {
    for (const statement of updateStatements(plan, group)) await statement.execute(rawDb);
  }
  await assertStored(rawDb, plan, changed);

  return done;
}

/** The texts of the identifiers of the records, through the user's query. */
async function recordIds(
  transaction: Kysely<AnyDatabase>,
  { query: { query, runtime }, record }: RecordPlan,
  rows: readonly CheckedRow[],
): Promise<Map<CheckedRow, string>> {
  const { dialect } = runtime;
  const [id] = record.ids;
  const wanted = new Map(rows.flatMap((row) => (row.rowId === null ? [] : [[row.rowId, row] as const])));
  if (!id || wanted.size === 0) return new Map();
  const found = query.builder
    .clearSelect()
    .select([
      sql`${query.rowId}`.as(`rowhouseKey${letter(0)}`),
      sql`${dialect.recordIds.text(id.source, id.stored)}`.as(`rowhouseKey${letter(1)}`),
    ])
    .where(dialect.hasIdentifier(query.rowId, ...wanted.keys()));
  const ids = new Map<CheckedRow, string>();
  for (const each of (await transaction.executeQuery<AnyRow>(found.compile())).rows) {
    const [rowId, text] = Object.values(each);
    const row = wanted.get(String(rowId));
    if (row && text !== null && !ids.has(row)) ids.set(row, String(text));
  }

  return ids;
}

type StoredColumns = Readonly<Record<string, unknown>>;

/** Identifier → columns of the record. */
async function readColumns(
  rawDb: Kysely<AnyDatabase>,
  { query, record }: RecordPlan,
  ids: readonly string[],
  fields: readonly PlannedField[],
  lock = '',
): Promise<ReadonlyMap<string, StoredColumns>> {
  const [id] = record.ids;
  if (!id || ids.length === 0) return new Map();
  const { recordIds: texts } = query.runtime.dialect;
  const column = sql.id(id.column);
  const names = [...new Set(fields.map(({ written }) => written?.column ?? ''))];
  const selected = [
    sql`${texts.text(column, id.stored)} as ${sql.id(letter(0))}`,
    ...names.map((name, index) => sql`${sql.id(name)} as ${sql.id(`C${index}`)}`),
  ];
  const { rows } = await sql<AnyRow>`select ${sql.join(selected)} from ${tableOf(record)}
    where ${texts.is(column, ids, id.stored)} ${sql.raw(lock)}`.execute(rawDb);

  return new Map(
    rows.map((row) => {
      const [text, ...values] = Object.values(row);

      return [String(text), Object.fromEntries(names.map((name, index) => [name, values[index]]))];
    }),
  );
}

function isStored(
  { query }: RecordPlan,
  field: PlannedField,
  value: EditedValue,
  stored: StoredColumns,
  isRounded = false,
): boolean {
  const { kind, written } = field;

  return isSameValue(stored[written?.column ?? ''], value, field, {
    kind,
    datesAreUtc: query.catalogue.datesAreUtc,
    isRounded,
  });
}

/** Records of which the same columns change. */
function equalFields(changed: readonly ChangedRecord[]): ChangedRecord[][] {
  const groups = new Map<string, ChangedRecord[]>();
  for (const each of changed) {
    const key = JSON.stringify([...each.values.keys()].map(({ name }) => name));
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }

  return [...groups.values()];
}

/** Databases round values with too many digits without an error. */
async function assertStored(
  rawDb: Kysely<AnyDatabase>,
  plan: RecordPlan,
  changed: readonly ChangedRecord[],
): Promise<void> {
  const written = changed.filter(({ values }) => [...values.keys()].some(mayBeRounded));
  const fields = [...new Set(written.flatMap(({ values }) => [...values.keys()].filter(mayBeRounded)))];
  const stored = await readColumns(
    rawDb,
    plan,
    written.map(({ id }) => id),
    fields,
  );
  for (const { id, values } of written) {
    const now = stored.get(id) ?? {};
    const isRounded = [...values].some(
      ([field, value]) => mayBeRounded(field) && !isStored(plan, field, value, now, true),
    );
    if (isRounded) throw new RoundedValue('A value has more digits than the column stores.');
  }
}
