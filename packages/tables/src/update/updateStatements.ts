import { createDateFormatter } from '@rowhouse/table-protocol';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { areRecords, letter, tableOf } from '../edit/records.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ListRange } from '../query/actionTables.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { dropUnusedJoins } from '../query/dropUnusedJoins.ts';
import type { Builder } from '../query/HostQuery.ts';
import type { UpdateValue } from '../template/ActionUpdate.ts';
import {
  type ColumnMatch,
  isEmptyOnly,
  isInput,
  isNow,
  type UpdatedColumn,
  type UpdateTarget,
} from './UpdateTarget.ts';
import { scalarParameter } from './updateValues.ts';

/** An update of one run. */
export interface RunUpdate {
  readonly query: Pick<TableQuery, 'query' | 'runtime' | 'context'>;
  readonly target: UpdateTarget;
  /** When the run started. */
  readonly now: Date;
}

/** Outcome of a record that is not written: skipped, or refused by the refusal with that index. */
export const skipped = -1;

/** The text that identifies a listed row. */
export interface WrittenKey {
  readonly key: string;
}

/** The ids of a record and its outcome: null if it is to be written. */
export interface LockedRecord {
  readonly outcome: number | string | null;
}

/**
 * Writes the listed rows that are neither skipped nor refused, and returns their keys: a whole chunk by one statement.
 * A row that another transaction changes at the same time is compared in its committed state. For rows listed by the
 * column that identifies their records, on databases with RETURNING.
 *
 * ```sql
 * update orders set paid = $1, version = version + 1
 * where id = any($2) and (case when status = $3 then 0 end) is null returning cast(id as text) as key
 * ```
 *
 * With conditions in the table's query: `and id in (select orders.id from orders where … and orders.id = any($2))`.
 */
export function updateListed(
  update: RunUpdate,
  keys: readonly string[],
  range: ListRange,
  { from = sql``, are = areListed(update, keys, range), returned = [] }: UpdateClauses = {},
): RawBuilder<WrittenKey> {
  const { query, target } = update;
  const key = query.runtime.dialect.actionRuns.keyOf(listedId(update));

  return sql<WrittenKey>`update ${tableOf(target.record)} set ${assignments(update)} ${from}
    where ${are} and ${outcome(update)} is null
    returning ${sql.join([sql`${key} as ${sql.id('key')}`, ...returned])}`;
}

/** What an update that keeps its rows has instead, and in addition. */
interface UpdateClauses {
  readonly from?: RawBuilder<unknown>;
  /** Whether a record is that of a listed row. */
  readonly are?: RawBuilder<unknown>;
  readonly returned?: readonly RawBuilder<unknown>[];
}

/** The column by which rows are listed. */
export function listedId({ target: { record } }: RunUpdate): RawBuilder<unknown> {
  return sql.id(record.ids[0]?.column ?? '');
}

/** Whether a record is that of a listed row that is neither skipped nor refused. */
export function isToBeWritten(
  update: RunUpdate,
  keys: readonly string[],
  range: ListRange,
): RawBuilder<unknown> {
  return sql`${areListed(update, keys, range)} and ${outcome(update)} is null`;
}

function areListed(update: RunUpdate, keys: readonly string[], range: ListRange): RawBuilder<unknown> {
  const id = listedId(update);
  const { isListed } = update.query.runtime.dialect.actionRuns;
  const ofQuery = update.target.isWhole ? sql`` : sql` and ${id} in (${listedRecords(update, keys, range)})`;

  return sql`${isListed(id, keys, range)}${ofQuery}`;
}

/** The listed rows that the table's query still returns: their identifiers, then the texts of the columns that are set if asked for. */
export function listedRecords(
  { query, target }: RunUpdate,
  keys: readonly string[],
  range: ListRange,
  { withTexts = false } = {},
): Builder {
  const { actionRuns, recordIds } = query.runtime.dialect;
  const { builder, rowId, lookups, names } = query.query;
  const texts = (withTexts ? target.set : []).map(({ column, stored }, index) => {
    const source = sql.id(names.toHost(target.record.alias), names.toHost(column));

    return recordIds.text(source, stored).as(`text${index}`);
  });
  const rows = builder
    .clearSelect()
    .select([rowId.as('row_id'), ...texts])
    .where(actionRuns.isListed(rowId, keys, range));

  return actionRuns.lookingUp(rows as unknown as Builder).withPlugin(dropUnusedJoins(lookups)) as Builder;
}

/**
 * Key and ids of the listed rows that the table's query still returns, as texts. Run with the application's own
 * database instance.
 */
export function findListed({ query, target }: RunUpdate, keys: readonly string[], range: ListRange): Builder {
  const { isListed, keyOf, lookingUp } = query.runtime.dialect.actionRuns;
  const { builder, rowId, lookups } = query.query;
  const { recordIds } = query.runtime.dialect;
  const columns = [
    keyOf(rowId),
    ...target.record.ids.map(({ source, stored }) => recordIds.text(source, stored)),
  ];
  const rows = builder
    .clearSelect()
    .select(columns.map((column, index) => column.as(`rowhouseKey${letter(index)}`)))
    .where(isListed(rowId, keys, range));

  return lookingUp(rows as unknown as Builder).withPlugin(dropUnusedJoins(lookups)) as Builder;
}

/**
 * Locks records until the transaction ends, always in the order of their ids, and returns the outcome of each in its
 * locked state.
 *
 * ```sql
 * select id, case when status = $1 then 0 end as outcome from orders where id in ($2, $3) order by id for update
 * ```
 */
export function lockRecords(
  update: RunUpdate,
  ids: readonly RecordIds[],
  further: readonly RawBuilder<unknown>[] = [],
): RawBuilder<Record<string, unknown>> {
  const { query, target } = update;
  const { dialect } = query.runtime;
  const columns = target.record.ids.map(({ column }) => sql.id(column));
  const selected = [...idTexts(update), sql`${outcome(update)} as ${sql.id('outcome')}`, ...further];

  return sql`select ${sql.join(selected)}
    from ${tableOf(target.record)} where ${areRecords(target.record, ids, dialect)}
    order by ${sql.join(columns)} ${sql.raw(dialect.rowCounts.lock)}`;
}

/** The ids of a record, `id0` and so on. */
export function idTexts({ query, target }: RunUpdate): RawBuilder<unknown>[] {
  const { recordIds } = query.runtime.dialect;

  return target.record.ids.map(
    ({ column, stored }, index) => sql`${recordIds.text(sql.id(column), stored)} as ${sql.id(`id${index}`)}`,
  );
}

/**
 * The number of the records that a query finds, and of those that the update refuses.
 *
 * ```sql
 * select count(*) as count, sum(case when (case when status = $1 then 0 end) >= 0 then 1 else 0 end) as refused
 * from orders where id in (select orders.id from orders where …)
 * ```
 */
export function countOutcomes(
  update: RunUpdate,
  records: Builder,
): RawBuilder<{ readonly count: unknown; readonly refused: unknown }> {
  const { record } = update.target;
  const columns = record.ids.map(({ column }) => sql.id(column));
  const ids = columns.length === 1 ? sql`${columns[0]}` : sql`(${sql.join(columns)})`;

  return sql`select count(*) as ${sql.id('count')},
    sum(case when ${outcome(update)} >= 0 then 1 else 0 end) as ${sql.id('refused')}
    from ${tableOf(record)} where ${ids} in (${records})`;
}

/** The outcome of a record as it is now, not locked; of its columns that are only set if empty, 1 for those that are. */
export function recordOutcome(update: RunUpdate, ids: RecordIds): RawBuilder<Record<string, unknown>> {
  const { query, target } = update;
  const empty = target.set.map(({ column, value }, index) =>
    isEmptyOnly(value)
      ? sql`, case when ${sql.id(column)} is null then 1 else 0 end as ${sql.id(`empty${index}`)}`
      : sql``,
  );

  return sql`select ${outcome(update)} as ${sql.id('outcome')}${sql.join(empty, sql``)}
    from ${tableOf(target.record)} where ${areRecords(target.record, [ids], query.runtime.dialect)}`;
}

/** The ids of a record as texts. */
export type RecordIds = readonly string[];

/** Writes locked records. */
export function updateRecords(update: RunUpdate, ids: readonly RecordIds[]): RawBuilder<unknown> {
  const { query, target } = update;

  return sql`update ${tableOf(target.record)} set ${assignments(update)}
    where ${areRecords(target.record, ids, query.runtime.dialect)}`;
}

/** An update of no row, so that the database validates the statement. */
export function updateNothing(update: RunUpdate): RawBuilder<unknown> {
  return sql`update ${tableOf(update.target.record)} set ${assignments(update)}
    where ${outcome(update)} is null and 1 = 0`;
}

function assignments({ target: { set, version }, ...update }: RunUpdate): RawBuilder<unknown> {
  const written = set.map(
    ({ column, stored, value }) =>
      sql`${sql.id(column)} = ${writtenValue(column, value, stored.kind, update)}`,
  );
  const raised = version === null ? [] : [sql`${sql.id(version)} = ${sql.id(version)} + 1`];

  return sql.join([...written, ...raised]);
}

function writtenValue(
  column: string,
  value: UpdateValue,
  kind: ColumnKind,
  update: Omit<RunUpdate, 'target'>,
): Expression<unknown> {
  if (isEmptyOnly(value))
    return sql`coalesce(${sql.id(column)}, ${writtenValue(column, value.ifEmpty, kind, update)})`;
  const { dialect } = update.query.runtime;
  if (isInput(value)) throw new Error(`The input "${value.input}" was not filled in.`);

  return isNow(value) ? moment(kind, update) : scalarParameter(value, kind, dialect);
}

function moment(kind: ColumnKind, { now, query }: Omit<RunUpdate, 'target'>): RawBuilder<unknown> {
  const { dialect } = query.runtime;

  return kind === 'date' ? sql`${dayOf(now, query.context.timeZone)}` : sql`${dialect.instant(now, kind)}`;
}

/** The day of an instant in a zone. */
export function dayOf(now: Date, timeZone: string): string {
  return createDateFormatter('Y-m-d', timeZone).formatInstant(now);
}

/** A number for records that are not written, null for the others. */
function outcome({ target: { refusals, skip }, query }: RunUpdate): RawBuilder<unknown> {
  const { dialect } = query.runtime;
  const cases = [
    ...refusals.map(({ when }, index) => ({ when, result: index })),
    ...(skip ? [{ when: skip, result: skipped }] : []),
  ].map(({ when, result }) => sql`when ${matches(when, dialect)} then ${sql.lit(result)}`);

  return cases.length === 0 ? sql`null` : sql`(case ${sql.join(cases, sql` `)} end)`;
}

function matches(columns: readonly UpdatedColumn<ColumnMatch>[], dialect: Dialect): RawBuilder<unknown> {
  return sql.join(
    columns.map(({ column, stored, value: { values, isNot } }) => {
      const given = values.filter((value) => value !== null);
      const parameters = given.map((value) => scalarParameter(value, stored.kind, dialect));
      const found = sql.join(
        [
          ...(given.length > 0 ? [sql`${sql.id(column)} in (${sql.join(parameters)})`] : []),
          ...(given.length < values.length ? [sql`${sql.id(column)} is null`] : []),
        ],
        sql` or `,
      );

      return isNot ? sql`((${found}) is not true)` : sql`(${found})`;
    }),
    sql` and `,
  );
}
