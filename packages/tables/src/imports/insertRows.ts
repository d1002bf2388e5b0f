import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import type { PlannedField, RecordPlan } from '../records/RecordPlan.ts';
import type { CheckedRow } from './readRows.ts';

/**
 * Inserts new records, as many as possible by a statement.
 *
 * ```sql
 * insert into products (sku, name, stock) values ($1, $2, default), ($3, $4, $5)
 * ```
 */
export async function insertRows(
  own: Kysely<AnyDatabase>,
  { query: { runtime }, record }: RecordPlan,
  rows: readonly CheckedRow[],
): Promise<void> {
  const { inserts } = runtime.dialect;
  for (const { fields, rows: group } of groups(rows, inserts.hasDefaultWord)) {
    if (fields.length === 0) {
      for (const _ of group) await sql`insert into ${tableOf(record)} ${inserts.empty}`.execute(own);
      continue;
    }
    const size = Math.max(1, Math.floor(inserts.mostParameters / fields.length));
    const names = sql.join(fields.map(({ written }) => sql.id(written?.column ?? '')));
    const valueIn = (row: CheckedRow, field: PlannedField): RawBuilder<unknown> => {
      const value = row.values.get(field);
      if (value === undefined) return field.rules?.hasDefault ? sql`default` : sql`null`;

      return parameter(value, field.kind, runtime.dialect);
    };
    for (let start = 0; start < group.length; start += size) {
      const values = group
        .slice(start, start + size)
        .map((row) => sql`(${sql.join(fields.map((field) => valueIn(row, field)))})`);
      await sql`insert into ${tableOf(record)} (${names}) values ${sql.join(values)}`.execute(own);
    }
  }
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
