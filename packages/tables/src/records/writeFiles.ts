import { say } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { IdentifiedRecord } from '../edit/records.ts';
import { readTexts } from '../edit/storedTexts.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { describe, Faults } from '../request/parse/Faults.ts';
import { fileColumns, isFile } from './fileFields.ts';
import type { PlannedField } from './RecordPlan.ts';
import type { RecordWriting } from './writeFields.ts';

/**
 * Gives the record the files of the values, and takes those away that they replace, in its transaction. Throws
 * `tables.invalid_request` with every field whose value is no file that the user has sent for this field, or one that a record has.
 * A change that is undone gives the record back what it had.
 */
export async function writeFiles(
  { plan, values, rawDb, undone }: RecordWriting,
  storedIn: (field: PlannedField) => unknown = () => null,
): Promise<void> {
  const { table, runtime, context } = plan.query;
  const { files } = runtime;
  if (files === null) return;
  const faults = new Faults();
  for (const [field, value] of values) {
    if (!isFile(field)) continue;
    const of = { table: table.id, field: field.name };
    const text = typeof value === 'string' ? value : null;
    const isGiven =
      text === null ||
      (undone?.has(field)
        ? await files.takeBack(rawDb, of, text)
        : await files.attach(rawDb, { ...of, user: context.user }, text));
    if (!isGiven) {
      faults.add(
        `values.${field.name}`,
        say`${describe(value)} is no file that you have sent for this field in the last 24 hours, or it is used already; choose the file again.`,
      );
    }
    const before = storedIn(field);
    if (typeof before === 'string') await files.release(rawDb, of, before);
  }
  faults.throwIfAny();
}

/** Marks the files of a record as no longer used, before it is deleted in the transaction. */
export async function releaseFiles(
  rawDb: Kysely<AnyDatabase>,
  query: TableQuery,
  identified: IdentifiedRecord,
): Promise<void> {
  const { table, runtime } = query;
  const columns = fileColumns(query, identified.record);
  if (runtime.files === null || columns.size === 0) return;
  const texts = await readTexts(rawDb, runtime.dialect, identified, [...columns.keys()]);
  const { plainText } = runtime.dialect.recordIds;
  for (const [column, field] of columns) {
    const text = texts?.[column];
    if (text) await runtime.files.release(rawDb, { table: table.id, field }, plainText(text));
  }
}

/** Records that were deleted are there again, with the files that they had. */
export async function takeFilesBack(
  rawDb: Kysely<AnyDatabase>,
  { query, record }: { readonly query: TableQuery; readonly record: EditedRecord },
  {
    columns,
    rows,
  }: { readonly columns: readonly string[]; readonly rows: readonly (readonly (string | null)[])[] },
): Promise<void> {
  const { table, runtime } = query;
  const holding = fileColumns(query, record);
  if (runtime.files === null || holding.size === 0) return;
  const { plainText } = runtime.dialect.recordIds;
  for (const [index, column] of columns.entries()) {
    const field = holding.get(column);
    if (field === undefined) continue;
    for (const row of rows) {
      const text = row[index];
      if (text) await runtime.files.takeBack(rawDb, { table: table.id, field }, plainText(text));
    }
  }
}
