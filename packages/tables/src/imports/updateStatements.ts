import { type RawBuilder, sql } from 'kysely';
import type { EditedValue } from '../definition/TableEdit.ts';
import { parameter } from '../edit/parameter.ts';
import { tableOf } from '../edit/records.ts';
import type { PlannedField, RecordPlan } from '../records/RecordPlan.ts';
import { textIn } from './textIn.ts';

/** A record with the values that differ from what is stored. */
export interface ChangedRecord {
  /** Text of its identifier. */
  readonly id: string;
  readonly values: ReadonlyMap<PlannedField, EditedValue>;
}

/** Records of a statement with CASE, whose conditions are compared one after another. */
const mostCases = 50;

/**
 * Statements that set the same columns of records to values of their own.
 *
 * ```sql
 * update products set stock = given.v0 from (select …) as given (id, v0) where products.id in ($1, $2) and cast(products.id as text) = given.id
 * update products set stock = case when id = ? then ? when id = ? then ? end where id in (?, ?)
 * ```
 */
export function updateStatements(plan: RecordPlan, records: readonly ChangedRecord[]): RawBuilder<unknown>[] {
  const fields = [...(records[0]?.values.keys() ?? [])];
  const joined = joinedUpdate(plan, fields, records);
  if (joined !== null) return [joined];
  const statements: RawBuilder<unknown>[] = [];
  for (let first = 0; first < records.length; first += mostCases) {
    statements.push(caseUpdate(plan, fields, records.slice(first, first + mostCases)));
  }

  return statements;
}

/** Null if the database does not read texts of a column's type. */
function joinedUpdate(
  { query: { runtime }, record }: RecordPlan,
  fields: readonly PlannedField[],
  records: readonly ChangedRecord[],
): RawBuilder<unknown> | null {
  const { dialect } = runtime;
  const [id] = record.ids;
  if (!id) return null;
  const columns = fields.map(({ kind, written }) => ({
    kind,
    type: record.table.columns.get(written?.column ?? '')?.type ?? '',
  }));
  const selected = dialect.inserts.textRows?.(
    [{ kind: 'text', type: 'text' }, ...columns],
    records.map(({ id: text, values }) => [
      text,
      ...fields.map((field) => textIn(values.get(field), field, dialect)),
    ]),
  );
  if (!selected) return null;
  const key = sql.id(record.table.name, id.column);
  const names = fields.map((_, index) => sql.id(`v${index}`));
  const assignments = fields.map(({ written }, index) => {
    return sql`${sql.id(written?.column ?? '')} = given.${sql.id(`v${index}`)}`;
  });
  const ids = records.map(({ id: text }) => text);

  return sql`update ${tableOf(record)} set ${sql.join([...assignments, ...raised(fields, record.table.name)])}
    from (${selected}) as given (${sql.join([sql.id('id'), ...names])})
    where ${dialect.recordIds.is(key, ids, id.stored)} and ${dialect.recordIds.text(key, id.stored)} = given.id`;
}

function caseUpdate(
  { query: { runtime }, record }: RecordPlan,
  fields: readonly PlannedField[],
  records: readonly ChangedRecord[],
): RawBuilder<unknown> {
  const { recordIds } = runtime.dialect;
  const [id] = record.ids;
  const key = sql.id(id?.column ?? '');
  const isOf = (ids: readonly string[]) => recordIds.is(key, ids, id?.stored);
  const assignments = fields.map((field) => {
    const cases = records.map(({ id: text, values }) => {
      const value = values.get(field) ?? null;

      return sql`when ${isOf([text])} then ${parameter(value, field, runtime.dialect)}`;
    });

    return sql`${sql.id(field.written?.column ?? '')} = case ${sql.join(cases, sql` `)} end`;
  });

  return sql`update ${tableOf(record)} set ${sql.join([...assignments, ...raised(fields)])}
    where ${isOf(records.map(({ id: text }) => text))}`;
}

/** A version that is counted is raised with each change. */
function raised(fields: readonly PlannedField[], table?: string): RawBuilder<unknown>[] {
  const version = fields[0]?.version;
  if (!version?.isCounter) return [];
  const before = table === undefined ? sql.id(version.column) : sql.id(table, version.column);

  return [sql`${sql.id(version.column)} = ${before} + 1`];
}
