import fastify from 'fastify';
import pg from 'pg';
import type { Query } from '../Query.ts';
import { ready, serverSettings } from './serverSettings.ts';

// The statements that Rowhouse sends, and its guarantee that the count is right, written by hand for this one table.
const pool = new pg.Pool({
  connectionString: serverSettings.databaseUrl,
  max: serverSettings.poolSize,
  options: serverSettings.options,
});
const app = fastify();

const columns = `"orders"."id" as "dtRowId", "orders"."number", "customers"."name" as "customer",
  "customers"."country_code" as "country", "orders"."status", "orders"."total", "orders"."tax", "orders"."currency",
  "orders"."items", "orders"."paid", "orders"."placed_at", "orders"."delivered_on"`;
const join = `"orders" left join "customers" on "customers"."id" = "orders"."customer_id"`;
/** Rows before a page that is read by identifiers. */
const deep = 1000;
const snapshot = `(select pg_current_snapshot()::varchar where not pg_is_in_recovery())`;
const reading = `(select rowhouse_read_row_counts(array['orders']::text[]))`;

interface Kept {
  count: number;
  /** The state of the bookkeeping when the rows were counted, and the snapshot in which it was last seen to be so. */
  reading: string;
  snapshot: string;
}

interface Row {
  dtRowId: string;
  total: string | null;
  tax: string | null;
  placed_at: Date | string | null;
  delivered_on: Date | string | null;
  beside?: string;
}

let kept: Kept | null = null;

app.post<{ Body: Query }>('/orders', async ({ body: query }) => {
  kept ??= await countNow();
  const rows = query.start < deep ? await shallowPage(query) : await deepPage(query);
  for (const row of rows) format(row);
  return { data: rows, count: kept.count };
});

async function shallowPage(query: Query): Promise<Row[]> {
  const text =
    query.sort.length === 1
      ? `select ${columns}, ${snapshot} as "beside" from ${join} order by ${order(query, false)} limit ${query.length}`
      : idsFirst(query, false, 0, query.length, snapshot);
  const { rows } = await pool.query<Row>(text);
  if (rows[0]?.beside !== kept?.snapshot) kept = await keptOrCounted();
  return rows;
}

/** The kept count, if only something else was committed since. */
async function keptOrCounted(): Promise<Kept> {
  const { rows } = await pool.query<Omit<Kept, 'count'>>(
    `select ${reading} as reading, ${snapshot} as snapshot`,
  );
  const [now] = rows;
  return now && kept?.reading === now.reading ? { ...kept, ...now } : await countNow();
}

async function deepPage(query: Query): Promise<Row[]> {
  const { count = 0, reading: known } = kept ?? {};
  const fromEnd = query.start > count / 2;
  const limit = fromEnd ? Math.min(query.length, count - query.start) : query.length;
  const offset = fromEnd ? count - query.start - limit : query.start;
  const { rows } = await pool.query<Row>(idsFirst(query, fromEnd, offset, limit, reading));
  if (rows[0]?.beside === known) return fromEnd ? rows.reverse() : rows;
  kept = await countNow();
  return deepPage(query);
}

function idsFirst(query: Query, fromEnd: boolean, offset: number, limit: number, beside: string): string {
  const key = serverSettings.byMonth
    ? {
        row: `("orders"."id", "orders"."placed_at")`,
        names: `"page"."id", "page"."placed_at"`,
        found: `"id", "placed_at"`,
      }
    : { row: `"orders"."id"`, names: `"page"."dtRowId"`, found: `"orders"."id" as "dtRowId"` };
  return `select ${columns}, ${beside} as "beside" from ${join} where ${key.row} in (
      select ${key.names} from (
        select ${key.found} from "orders" order by ${order(query, fromEnd)} limit ${limit} offset ${offset}
      ) as "page"
    ) order by ${order(query, fromEnd)}`;
}

function order({ sort }: Query, reversed: boolean): string {
  return [...sort, { column: 'id', direction: sort.at(-1)?.direction ?? 'desc' }]
    .map(
      ({ column, direction }) =>
        `"orders"."${column}" ${(direction === 'desc') === reversed ? 'asc' : 'desc'}`,
    )
    .join(', ');
}

async function countNow(): Promise<Kept> {
  const { rows } = await pool.query<{ count: string; reading: string; snapshot: string }>(
    `select count(*) as count, ${reading} as reading, ${snapshot} as snapshot from "orders"`,
  );
  const { count = 0, reading: state = '', snapshot: seen = '' } = rows[0] ?? {};
  return { count: Number(count), reading: state, snapshot: seen };
}

/** The formats of the table, and no others. */
function format(row: Row): void {
  row.total = money(row.total);
  row.tax = money(row.tax);
  if (row.placed_at instanceof Date) {
    const iso = row.placed_at.toISOString();
    row.placed_at = `${iso.slice(8, 10)}-${iso.slice(5, 7)}-${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
  }
  if (row.delivered_on instanceof Date) {
    const date = row.delivered_on;
    row.delivered_on = `${pair(date.getDate())}-${pair(date.getMonth() + 1)}-${date.getFullYear()}`;
  }
  delete row.beside;
}

function money(value: string | null): string {
  return value === null ? '' : value.replace(/\B(?=(\d{3})+\.)/g, ',');
}

function pair(number: number): string {
  return String(number).padStart(2, '0');
}

ready(await app.listen({ host: '127.0.0.1', port: 0 }));
