import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import type { PlannedField, RecordPlan } from '../records/RecordPlan.ts';
import type { InsertRecords } from './createdRows.ts';
import type { CheckedRow } from './readRows.ts';
import { textIn } from './textIn.ts';

/**
 * Inserts new records, as many as possible by a statement.
 *
 * ```sql
 * insert into products (sku, name, stock) values ($1, $2, default), ($3, $4, $5)
 * ```
 */
export async function insertRows(
  rawDb: Kysely<AnyDatabase>,
  plan: RecordPlan,
  rows: readonly CheckedRow[],
  insertRecords: InsertRecords = async (insert) => void (await insert.execute(rawDb)),
): Promise<void> {
  const { inserts } = plan.query.runtime.dialect;
  if (inserts.textRows) {
    const equal = groups(rows, false);
    const written = equal.length > mostGroups ? null : equal.map((group) => textInsert(plan, group));
    if (written?.every((insert) => insert !== null)) {
      for (const [index, insert] of written.entries())
        if (insert) await insertRecords(insert, equal?.[index]?.rows.length ?? 0);

      return;
    }
  }
  for (const group of groups(rows, inserts.hasDefaultWord)) await insertGroup(plan, group, insertRecords);
}

/** Statements for the rows of a chunk, above which one with the word DEFAULT is faster. */
const mostGroups = 20;

/** Null if the database does not read texts of a column's type. */
function textInsert(
  { query: { runtime }, record }: RecordPlan,
  { fields, rows }: RowGroup,
): RawBuilder<unknown> | null {
  const { dialect } = runtime;
  if (fields.length === 0) return null;
  const columns = fields.map(({ kind, written }) => ({
    kind,
    type: record.table.columns.get(written?.column ?? '')?.type ?? '',
  }));
  const selected = dialect.inserts.textRows?.(
    columns,
    rows.map(({ values }) => fields.map((field) => textIn(values.get(field), field, dialect))),
  );

  return selected ? sql`insert into ${tableOf(record)} (${namesOf(fields)}) ${selected}` : null;
}

async function insertGroup(
  { query: { runtime }, record }: RecordPlan,
  { fields, rows }: RowGroup,
  insertRecords: InsertRecords,
): Promise<void> {
  const { inserts } = runtime.dialect;
  if (fields.length === 0) {
    for (const _ of rows) await insertRecords(sql`insert into ${tableOf(record)} ${inserts.empty}`, 1);

    return;
  }
  const size = Math.max(1, Math.floor(inserts.mostParameters / fields.length));
  const valueIn = (row: CheckedRow, field: PlannedField): RawBuilder<unknown> => {
    const value = row.values.get(field);
    if (value === undefined) return field.rules?.hasDefault ? sql`default` : sql`null`;

    return parameter(value, field, runtime.dialect);
  };
  const idField = fields.find(({ written }) => written?.column === record.ids[0]?.column);
  for (let start = 0; start < rows.length; start += size) {
    const some = rows.slice(start, start + size);
    const values = some.map((row) => sql`(${sql.join(fields.map((field) => valueIn(row, field)))})`);
    await insertRecords(
      sql`insert into ${tableOf(record)} (${namesOf(fields)}) values ${sql.join(values)}`,
      some.length,
      idField && record.ids.length === 1
        ? sql`${sql.id(record.ids[0]?.column ?? '')} in (${sql.join(some.map((row) => valueIn(row, idField)))})`
        : null,
    );
  }
}

function namesOf(fields: readonly PlannedField[]) {
  return sql.join(fields.map(({ written }) => sql.id(written?.column ?? '')));
}

interface RowGroup {
  readonly fields: readonly PlannedField[];
  readonly rows: CheckedRow[];
}

/**
 * Consecutive rows that one statement can have: they set the same columns, as far as a column that is left out gets something
 * else than null, for which some databases have no word.
 */
function groups(rows: readonly CheckedRow[], hasDefaultWord: boolean): RowGroup[] {
  const all = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))];
  if (hasDefaultWord) return [{ fields: all, rows: [...rows] }];
  const found: RowGroup[] = [];
  for (const row of rows) {
    const some = all.filter((field) => row.values.has(field) || !field.rules?.hasDefault);
    const fields = some.length === all.length ? all : some;
    const last = found.at(-1);
    if (last && haveSame(last.fields, fields)) last.rows.push(row);
    else found.push({ fields, rows: [row] });
  }

  return found;
}

function haveSame(some: readonly PlannedField[], others: readonly PlannedField[]): boolean {
  return (
    some === others || (some.length === others.length && some.every((field, at) => field === others[at]))
  );
}
