import { isRefusedWrite, type RefusedColumn, refusedColumn } from '@rowhouse/drivers';
import { say, type Text } from '@rowhouse/problems';
import { type RawBuilder, sql } from 'kysely';
import type { EditedValue } from '../definition/TableEdit.ts';
import { attempt } from '../edit/attempt.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import { sendAnother } from '../request/parse/Faults.ts';
import type { ParsedValues } from './parseRecord.ts';
import type { PlannedField, RecordPlan } from './RecordPlan.ts';

/** The fields whose values their columns do not accept: that which the error names, and those that are no values of their types. */
export async function refusedValues(
  cause: unknown,
  plan: RecordPlan,
  values: ParsedValues,
): Promise<Record<string, Text[]>> {
  const found: Record<string, Text[]> = {};
  const named = refusedColumn(cause);
  for (const [field, value] of values) {
    const isNamed = named?.column === field.written?.column;
    if (named && isNamed) found[`values.${field.name}`] = [textOf(value, named)];
    else if (value !== null && (await isUnreadable(field, plan, value)))
      found[`values.${field.name}`] = [sendAnother(value, say`is no value of the type of the column`)];
  }
  const missing = named?.reason === 'missing' ? fieldOfColumn(plan, named.column) : undefined;
  if (missing && !values.has(missing)) found[`values.${missing.name}`] = [say`A value is missing; send one.`];

  return found;
}

function fieldOfColumn({ fields, record }: RecordPlan, column: string): PlannedField | undefined {
  return fields.find(({ written }) => written?.record === record && written.column === column);
}

function textOf(value: EditedValue, { reason }: RefusedColumn): Text {
  switch (reason) {
    case 'missing':
      return say`A value is missing; send one.`;
    case 'tooLong':
      return sendAnother(value, say`is too long for the column`);
    case 'outOfRange':
      return sendAnother(value, say`is out of the range of the column`);
    case 'wrongType':
      return sendAnother(value, say`is no value of the type of the column`);
  }
}

/** Whether the database cannot convert a text to the type of its column: an update of no row converts it, too. */
async function isUnreadable(
  field: PlannedField,
  { query: { runtime } }: RecordPlan,
  value: EditedValue,
): Promise<boolean> {
  const { written, kind } = field;
  if (written === null || (kind !== 'other' && field.form === null)) return false;
  const { rawDb, dialect } = runtime;
  const set = sql`${sql.id(written.column)} = ${parameter(value, field, dialect)}`;
  const statement: RawBuilder<unknown> = sql`update ${tableOf(written.record)} set ${set} where 1 = 0`;
  const run = () => statement.execute(rawDb);
  // The refusal would end a transaction.
  const outcome = rawDb.isTransaction
    ? await attempt(rawDb, run, 'rowhouse_value')
    : await run().then(
        () => null,
        (error: unknown) => ({ error }),
      );
  if (outcome === null || !('error' in outcome)) return false;
  if (!isRefusedWrite(outcome.error)) throw outcome.error;

  return true;
}
