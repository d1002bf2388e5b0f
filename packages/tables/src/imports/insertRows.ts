import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import type { PlannedField, RecordPlan } from '../records/RecordPlan.ts';
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
  own: Kysely<AnyDatabase>,
  plan: RecordPlan,
  rows: readonly CheckedRow[],
): Promise<void> {
  const { inserts } = plan.query.runtime.dialect;
  if (inserts.textRows) {
    const equal = groups(rows, false);
    const written = equal.length > mostGroups ? null : equal.map((group) => textInsert(plan, group));
    if (written?.every((insert) => insert !== null)) {
      for (const insert of written) await insert?.execute(own);

      return;
    }
  }
  for (const group of groups(rows, inserts.hasDefaultWord)) await insertGroup(own, plan, group);
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
  own: Kysely<AnyDatabase>,
  { query: { runtime }, record }: RecordPlan,
  { fields, rows }: RowGroup,
): Promise<void> {
  const { inserts } = runtime.dialect;
  if (fields.length === 0) {
    for (const _ of rows) await sql`insert into ${tableOf(record)} ${inserts.empty}`.execute(own);

    return;
  }
  const size = Math.max(1, Math.floor(inserts.mostParameters / fields.length));
  const valueIn = (row: CheckedRow, field: PlannedField): RawBuilder<unknown> => {
    const value = row.values.get(field);
    if (value === undefined) return field.rules?.hasDefault ? sql`default` : sql`null`;

    return parameter(value, field.kind, runtime.dialect);
  };
  for (let start = 0; start < rows.length; start += size) {
    const values = rows
      .slice(start, start + size)
      .map((row) => sql`(${sql.join(fields.map((field) => valueIn(row, field)))})`);
    await sql`insert into ${tableOf(record)} (${namesOf(fields)}) values ${sql.join(values)}`.execute(own);
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
  const found: (RowGroup & { readonly key: string })[] = [];
  for (const row of rows) {
    const fields = all.filter((field) => row.values.has(field) || !field.rules?.hasDefault);
    const key = fields.map(({ name }) => name).join('\n');
    const last = found.at(-1);
    if (last?.key === key) last.rows.push(row);
    else found.push({ key, fields, rows: [row] });
  }

  return found;
}
