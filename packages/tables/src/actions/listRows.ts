import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { conditionsOf, type TableQuery } from '../prepare/tableQueries.ts';
import { listSize } from '../query/actionTables.ts';
import { dropUnusedJoins } from '../query/dropUnusedJoins.ts';
import type { Builder } from '../query/HostQuery.ts';
import { where } from '../query/pageQuery.ts';
import { bookkeeping } from './runRecords.ts';

/**
 * Stores the identifiers of all rows that match a request, in its order, and returns their number. A single statement
 * reads one snapshot, so that no row is missing or listed twice. The identifiers do not pass through this process.
 *
 * ```sql
 * insert into rowhouse_action_lists (run, list, size, row_ids)
 * select 7, (place - place % 1000) / 1000 as list, count(*), json_agg(cast(row_id as text) order by place)
 * from (
 *   select row_number() over (order by orders.placed_at desc, orders.id desc) - 1 as place, orders.id as row_id
 *   from orders where orders.status = $1
 * ) as matching
 * group by list
 * ```
 */
export async function listRows(
  transaction: Kysely<AnyDatabase>,
  query: TableQuery,
  run: number,
  signal: AbortSignal,
): Promise<number> {
  const database = bookkeeping(transaction);
  const { listOf } = query.runtime.dialect.actionRuns;
  const matching = query.query.decomposable ? fromTables(query) : fromResult(query);
  const place = sql.ref('matching.place');
  const size = sql.lit(listSize);
  const lists = query.runtime.db
    .selectFrom(matching.as('matching'))
    .select([
      sql.lit(run).as('run'),
      sql<number>`(${place} - ${place} % ${size}) / ${size}`.as('list'),
      sql<number>`count(*)`.as('size'),
      listOf(place, sql.ref('matching.row_id')).as('row_ids'),
    ])
    .groupBy('list');
  const statement = database
    .insertInto('rowhouse_action_lists')
    .columns(['run', 'list', 'size', 'row_ids'])
    .expression(lists as never);

  await database.executeQuery(statement.compile(), { signal });

  const { total } = await database
    .selectFrom('rowhouse_action_lists')
    .select((eb) => eb.fn.sum('size').as('total'))
    .where('run', '=', run)
    .executeTakeFirstOrThrow();

  return Number(total ?? 0);
}

function fromTables(query: TableQuery): Builder {
  const { runtime, plan, resolve } = query;
  const { builder, rowId, lookups } = query.query;
  const order = plan.order.map((term) => runtime.dialect.orderItem(resolve(term.source).expression, term));

  return where(builder.clearSelect() as unknown as Builder, conditionsOf(query))
    .select([sql`row_number() over (order by ${sql.join(order)}) - 1`.as('place'), rowId.as('row_id')])
    .withPlugin(dropUnusedJoins(lookups)) as unknown as Builder;
}

/**
 * Rows of a grouped or distinct query exist only in its result, so they are numbered there, by the sort values that are
 * selected with them. Such a query can select whatever it can be ordered by, without a change of its groups and rows.
 */
function fromResult(query: TableQuery): Builder {
  const { runtime, plan, resolve, table } = query;
  const result = where(query.query.builder, conditionsOf(query)).select(
    plan.order.map(({ source }, index) => sql`${resolve(source).expression}`.as(`rowhouse_order_${index}`)),
  );
  const order = plan.order.map((term, index) =>
    runtime.dialect.orderItem(sql.ref(`listed.rowhouse_order_${index}`), term),
  );

  return runtime.db
    .selectFrom(result.as('listed'))
    .select([
      sql`row_number() over (order by ${sql.join(order)}) - 1`.as('place'),
      sql.ref(`listed.${table.template.dtRowId}`).as('row_id'),
    ]) as unknown as Builder;
}
