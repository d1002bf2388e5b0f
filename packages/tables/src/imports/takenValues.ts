import { say } from '@rowhouse/problems';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedValue } from '../definition/TableEdit.ts';
import { parameter } from '../edit/parameter.ts';
import { letter, tableOf } from '../edit/records.ts';
import type { PlannedField } from '../records/RecordPlan.ts';
import { sendAnother } from '../request/parse/Faults.ts';
import type { ImportColumn, ImportPlan } from './ImportPlan.ts';
import { type RowFault, rowFault } from './RowFault.ts';
import type { CheckedRow } from './readRows.ts';

/** The columns of the file whose values no two records have. */
export function uniqueColumns({ create: { record }, columns }: ImportPlan): ImportColumn[] {
  const unique = new Set(
    record.table.indexes.flatMap(({ unique: isUnique, columns: names }) =>
      isUnique && names.length === 1 ? names : [],
    ),
  );

  return columns.filter(
    ({ field: { written, kind } }) =>
      written?.record === record && unique.has(written.column) && (kind === 'text' || kind === 'integer'),
  );
}

/** The new records whose values are those of records that exist, or of earlier rows, with the faults. */
export async function takenRows(
  rawDb: Kysely<AnyDatabase>,
  plan: ImportPlan,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<CheckedRow, readonly RowFault[]>> {
  const taken = new Map<CheckedRow, RowFault[]>();
  for (const column of uniqueColumns(plan)) {
    const field = plan.create.fields.find(({ name }) => name === column.name);
    if (!field) continue;
    const texts = rows.flatMap(({ values }) => textOf(values.get(field)) ?? []);
    const seen = new Set(await storedTexts(rawDb, plan, field, texts));
    for (const row of rows) {
      const text = textOf(row.values.get(field));
      if (text === null) continue;
      if (seen.has(text)) {
        taken.set(row, [...(taken.get(row) ?? []), takenFault(text, column)]);
      }
      seen.add(text);
    }
  }

  return taken;
}

export function takenFault(text: string, column: ImportColumn): RowFault {
  return rowFault(sendAnother(text, say`is already in use`), column);
}

/** Those of the texts that records have. */
async function storedTexts(
  rawDb: Kysely<AnyDatabase>,
  { create: { record, query } }: ImportPlan,
  { written, kind, form }: PlannedField,
  texts: readonly string[],
): Promise<string[]> {
  if (written === null || texts.length === 0) return [];
  const { dialect } = query.runtime;
  const column = sql.id(written.column);
  const values = texts.map((text) => parameter(text, { kind, form }, dialect));
  const { rows } = await sql<Record<string, unknown>>`
    select ${dialect.actionRuns.keyOf(column)} as ${sql.id(letter(0))} from ${tableOf(record)}
    where ${column} in (${sql.join(values)})`.execute(rawDb);

  return rows.map((row) => String(Object.values(row)[0]));
}

function textOf(value: EditedValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
