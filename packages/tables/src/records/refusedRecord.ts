import { say, type Text } from '@rowhouse/problems';
import { asText } from '@rowhouse/problems/internal';
import { sql } from 'kysely';
import type { EditedValue } from '../definition/TableEdit.ts';
import { parameter } from '../edit/parameter.ts';
import { findRecords, type IdentifiedRecord, letter, readRecord, rowIdOf, tableOf } from '../edit/records.ts';
import { TableError } from '../errors.ts';
import { declaredKeys } from '../query/declaredReferences.ts';
import { sendAnother } from '../request/parse/Faults.ts';
import type { ParsedValues } from './parseRecord.ts';
import type { PlannedField, RecordPlan } from './RecordPlan.ts';
import { refusedValues } from './refusedValues.ts';

/**
 * The error of a record that the database refused, with the fields that are the cause, as far as it is known: values that
 * another record has, references to nothing, and what the columns do not accept. `row` is that of a change, null for a new record.
 */
export async function refusedRecord(
  cause: unknown,
  plan: RecordPlan,
  values: ParsedValues,
  row: string | null,
): Promise<TableError> {
  const { db } = plan.query.runtime;
  const itself = row === null ? null : ((await findRecords(db, plan.query, row, [plan.record]))?.[0] ?? null);
  const written = writtenValues(plan, values);
  const taken = await takenFields(plan, written, itself);
  const fields: Record<string, Text[]> = {
    ...taken.fields,
    ...(await lostReferences(plan, written, itself)),
    ...(await refusedValues(cause, plan, values)),
  };
  const [first] = Object.entries(fields);
  const message =
    first?.[1][0] ??
    say`The database refuses the record: a value is too long, out of range, or contradicts a rule of the table.`;

  return new TableError('tables.invalid_request', first ? say`${first[0]}: ${asText(message)}` : message, {
    fields: first ? fields : { values: [message] },
    ...(taken.existing && { extensions: { existing: taken.existing } }),
    cause,
  });
}

/** Column of the record → the field that is written to it, with its value. */
type WrittenValues = ReadonlyMap<string, { readonly field: PlannedField; readonly value: EditedValue }>;

function writtenValues({ record }: RecordPlan, values: ParsedValues): WrittenValues {
  return new Map(
    [...values].flatMap(([field, value]) =>
      field.written?.record === record ? [[field.written.column, { field, value }] as const] : [],
    ),
  );
}

interface Taken {
  readonly fields: Record<string, Text[]>;
  /** The record that has the values, if it is one of the user's rows. */
  readonly existing?: { readonly dtRowId: string };
}

/** The fields of a unique index whose values another record has. */
async function takenFields(
  plan: RecordPlan,
  values: WrittenValues,
  itself: IdentifiedRecord | null,
): Promise<Taken> {
  const { query, record } = plan;
  const { rawDb, db, dialect } = query.runtime;
  for (const { columns } of record.table.indexes.filter(({ unique }) => unique)) {
    const written = columns.flatMap((column) => values.get(column) ?? []);
    if (written.length < columns.length || written.some(({ value }) => value === null)) continue;
    const isEqual = written.map(
      ({ field, value }, index) => sql`${sql.id(columns[index] ?? '')} = ${parameter(value, field, dialect)}`,
    );
    const texts = record.ids.map(
      ({ column, stored }, index) =>
        sql`${dialect.recordIds.text(sql.id(column), stored)} as ${sql.id(letter(index))}`,
    );
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(texts)} from ${tableOf(record)} where ${sql.join(isEqual, sql` and `)} limit 2`.execute(
      rawDb,
    );
    const other = rows
      .map((each) => Object.values(each).map(String))
      .find((ids) => ids.join() !== itself?.ids.join());
    if (!other) continue;
    const identified: IdentifiedRecord = { record, ids: other };
    const id = await rowIdOf(db, query, identified);

    return {
      fields: Object.fromEntries(
        written.map(({ field, value }) => [`values.${field.name}`, [takenText(value, written.length)]]),
      ),
      ...(id !== null && { existing: { dtRowId: id } }),
    };
  }

  return { fields: {} };
}

function takenText(value: unknown, count: number): Text {
  return sendAnother(
    value,
    count === 1 ? say`is already in use` : say`is already in use together with the other values`,
  );
}

/** The fields of a foreign key that refers to a record that does not exist. */
async function lostReferences(
  { query: { runtime, catalogue }, record }: RecordPlan,
  values: WrittenValues,
  itself: IdentifiedRecord | null,
): Promise<Record<string, Text[]>> {
  const { rawDb, dialect } = runtime;
  const { schema, name } = record.table;
  const keys = await declaredKeys(rawDb, dialect, catalogue);
  const found: Record<string, Text[]> = {};
  for (const { columns, target } of keys.filter((key) => key.schema === schema && key.name === name)) {
    const written = [...columns.keys()].flatMap((column) => values.get(column) ?? []);
    if (written.length === 0) continue;
    const current = itself && (await readRecord(rawDb, dialect, itself, [...columns.keys()]));
    const changes = [...columns].map(([column, referenced]) => {
      const part = values.get(column);
      const value = part ? part.value : (current?.[column] ?? null);

      return {
        isEmpty: value === null,
        isEqual: sql`${sql.id(referenced)} = ${part ? parameter(part.value, part.field, dialect) : sql`${value}`}`,
      };
    });
    if (changes.some(({ isEmpty }) => isEmpty)) continue;
    const { rows } = await sql`
      select 1 as found from ${sql.id(target.schema, target.name)}
      where ${sql.join(
        changes.map(({ isEqual }) => isEqual),
        sql` and `,
      )} limit 1`.execute(rawDb);
    if (rows.length > 0) continue;
    for (const { field, value } of written) {
      found[`values.${field.name}`] = [
        sendAnother(value, say`is not one of the values that the column can refer to`),
      ];
    }
  }

  return found;
}
