import { say } from '@rowhouse/problems';
import { type Field, formFields } from '../definition/fields.ts';
import { cellFields, userFields } from '../definition/userFields.ts';
import { anchorOf, type EditedRecord, editTarget } from '../edit/EditTarget.ts';
import { invalidField, TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { columnRules } from '../query/columnRules.ts';
import { type PlannedField, type PlanOptions, type RecordPlan, sharedRecords } from './RecordPlan.ts';

/**
 * Cells of a row as a record whose fields they are, with the fields that they depend on, or that depend on them (`when`), as
 * far as the user has them. Throws `tables.invalid_request` for a column whose cells the user may not edit, and
 * `tables.edit_refused` for a table whose rows are no records.
 */
export async function planCells(
  query: TableQuery,
  names: readonly string[],
  { references, hasPermission }: PlanOptions,
): Promise<RecordPlan> {
  const { table, runtime, context } = query;
  const record = anchorOf(table, query.query);
  if (record === null) {
    throw new TableError(
      'tables.edit_refused',
      'The rows of this table are no records of the database; change their cells one by one.',
    );
  }
  const by = { user: context.user, hasPermission };
  const editable = await cellFields(table, by);
  const written = names.map((name) => {
    const field = editable.find(({ column }) => column.name === name);
    if (field === undefined) throw invalidField(name, say`${name} is not a field that you can write now.`);

    return field;
  });
  const related = await userFields(relatedFields(query, record, written), by);
  const shared = sharedRecords(record);
  const plan = async (field: Field, isReadOnly: boolean): Promise<PlannedField> => {
    const served = isReadOnly ? null : await references(table, query.query, field, context);
    const target = editTarget(table, query.query, field, served);
    const place = target.written && { ...target.written, record: shared(target.written.record) };
    const rules = place && (await columnRules(runtime.rawDb, runtime.dialect, place.record.table));

    return {
      ...{ ...target, anchor: record, written: place, isReadOnly, isRequired: false },
      name: field.column.name,
      rules: (place && rules?.get(place.column)) ?? null,
    };
  };
  const fields = [
    ...(await Promise.all(written.map((field) => plan(field, false)))),
    ...(await Promise.all(related.map((field) => plan(field, true)))),
  ];

  return { query, record, fields };
}

/** Other fields of the form that decide whether the written ones apply, and those that these decide about. */
function relatedFields(
  { table, query }: TableQuery,
  { alias }: EditedRecord,
  written: readonly Field[],
): readonly Field[] {
  const names = new Set(written.map(({ column }) => column.name));
  const conditions = written.flatMap(({ options: { when = {} } }) => Object.keys(when));
  const deciding = new Set(conditions);

  return formFields(table, query.names.toHost(alias)).filter(
    ({ column: { name }, options: { when = {}, write } }) =>
      !names.has(name) &&
      write === undefined &&
      (deciding.has(name) || Object.keys(when).some((other) => names.has(other))),
  );
}
