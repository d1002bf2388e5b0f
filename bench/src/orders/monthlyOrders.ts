import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { orderColumns, orderRows } from '../../../apps/demo/src/data/orderRows.ts';

/** A month of orders: a partition, filled in one step. */
interface Month {
  /** `orders_2021_07` */
  partition: string;
  /** `2021-07-01` */
  start: string;
  /** Of the next month. */
  end: string;
  /** Ids of its first and its last order; ids rise with time. */
  from: number;
  to: number;
}

const count = 60;

/** July 2021 to June 2026, three times as many orders in the last month as in the first, `rows` in all. */
export function monthsOf(rows: number): Month[] {
  const before = (month: number) => {
    const share = month / count;
    return Math.round(rows * (share + share * share) * 0.5);
  };
  return Array.from({ length: count }, (_, month) => ({
    partition: `orders_${dayOf(month).slice(0, 7).replace('-', '_')}`,
    start: dayOf(month),
    end: dayOf(month + 1),
    from: before(month) + 1,
    to: before(month + 1),
  }));
}

function dayOf(month: number): string {
  return new Date(Date.UTC(2021, 6 + month, 1)).toISOString().slice(0, 10);
}

/**
 * Puts a partitioned table in the place of `orders`. Its primary key contains the key of the partitions, as PostgreSQL
 * demands; `number` cannot be unique for the same reason. Every sort has the index that `rowhouse tables:advise` wants.
 */
export async function partitionOrders(db: Kysely<DemoDatabase>): Promise<void> {
  await sql`alter table orders rename to plain_orders`.execute(db);
  await sql`create table orders (
    like plain_orders including defaults including constraints including identity,
    primary key (id, placed_at)
  ) partition by range (placed_at)`.execute(db);
  await sql`drop table plain_orders`.execute(db);
  for (const index of indexesOf('orders')) await index.execute(db);
}

function indexesOf(table: string): RawBuilder<unknown>[] {
  const create = (name: string, definition: string) =>
    sql`create index ${sql.id(`${table}_${name}`)} on ${sql.table(table)} ${sql.raw(definition)}`;
  return [
    create('placed_at_id', '(placed_at, id)'),
    create('status_placed_at_id', '(status, placed_at, id)'),
    create('customer_id', '(customer_id)'),
    create('number_trigrams', 'using gin (number public.gin_trgm_ops)'),
  ];
}

/** In one transaction: the partition as a table of its own, its rows, its indexes; then it is attached. */
export async function fillMonth(db: Kysely<DemoDatabase>, month: Month): Promise<void> {
  const table = sql.table(month.partition);
  const { from, to } = month;
  const [start, end] = [`${month.start} 00:00:00Z`, `${month.end} 00:00:00Z`];
  const placed = sql`timestamp ${sql.lit(month.start)} + floor(
    extract(epoch from timestamp ${sql.lit(month.end)} - timestamp ${sql.lit(month.start)})::float8
    * (id - ${sql.lit(from)}) / ${sql.lit(to - from + 1)}) * interval '1 second'`;

  const statements = [
    sql`create table ${table} (like orders including defaults including constraints)`,
    sql`insert into ${table} (${orderColumns}) ${orderRows(from, to, placed)} order by id`,
    sql`alter table ${table} add primary key (id, placed_at), add foreign key (customer_id) references customers (id)`,
    ...indexesOf(month.partition),
    sql`alter table orders attach partition ${table} for values from (${sql.lit(start)}) to (${sql.lit(end)})`,
  ];
  await db.transaction().execute(async (transaction) => {
    for (const statement of statements) await statement.execute(transaction);
  });
}
