import { createTables, defineTable, tableConfig } from '@rowhouse/tables';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { median } from '../median.ts';
import { startWriters, type Written } from './writers.ts';

export interface ReadWhileWriting {
  /** By where the pages are. */
  pages: { title: string; count: number; p50: number; p95: number; longest: number }[];
  /** The same pages by OFFSET from the nearer end, written by hand: far fewer, since each takes long. */
  byHand: { count: number; p50: number; longest: number };
  /** Pages of which the rows are those of a plain OFFSET in the same snapshot, and of how many a mark showed the way. */
  compared: number;
  written: Written;
}

const pageLength = 25;
/** Of each range. */
const timedPages = 150;
const handPages = 3;
const perSecond = 200;

const ranges = [
  { title: 'the first 5 %', from: 0, to: 0.05 },
  { title: 'the last 5 %', from: 0.95, to: 1 },
  { title: 'between them', from: 0.05, to: 0.95 },
  { title: '45 % to 55 %', from: 0.45, to: 0.55 },
];

/**
 * Random pages by number while rows are created, moved and deleted; throws at the first page whose rows are not those of
 * plain SQL in the same snapshot.
 */
export async function readWhileWriting(
  url: string,
  { orders, compareMinutes }: { readonly orders: number; readonly compareMinutes: number },
): Promise<ReadWhileWriting> {
  const db = new Kysely<DemoDatabase>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: url, max: 4, options: '-c jit=off' }),
    }),
  });
  const current = { start: 0, compares: false };
  const tables = createTables({
    db,
    definitions: [definition(current)],
    config: tableConfig({ limits: { pageSeconds: 600, countSeconds: 600 } }),
  });
  const read = async (start: number, compares = false) => {
    Object.assign(current, { start, compares });
    const meta = { start, length: pageLength };
    const response = await tables.data('orders', { meta }, undefined as never);
    return response as unknown as { data: { dtRowId: string; expected: string | null }[]; count: number };
  };
  const random = randomPages(orders - 5000);
  await read(0);
  const writers = startWriters(url, perSecond);
  try {
    const pages = [];
    for (const { title, from, to } of ranges) {
      const times: number[] = [];
      for (let i = 0; i < timedPages; i++) {
        const began = performance.now();
        await read(random(from, to));
        times.push(performance.now() - began);
      }
      pages.push({ title, count: timedPages, ...spread(times) });
      console.log(`pages of ${title}: ${median(times).toFixed(2)} ms`);
    }
    const handTimes: number[] = [];
    for (let i = 0; i < handPages; i++) handTimes.push(await byHand(db, random(0.45, 0.55), orders));
    const compared = await compare(read, { random, minutes: compareMinutes });
    return {
      pages,
      byHand: { count: handPages, ...spread(handTimes) },
      compared,
      written: await writers.stop(),
    };
  } finally {
    await writers.stop();
    await db.destroy();
  }
}

function definition(current: { start: number; compares: boolean }) {
  return {
    ...defineTable({
      template: {
        routePrefix: 'orders',
        cache: true,
        defaultSort: 'placed_at',
        defaultSortDirection: 'DESC',
        columns: [
          { label: 'Number', name: 'number', data: 'orders.number' },
          { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'sortable'] },
        ],
      },
      // The context is taken so that the query is built for each request.
      query: (database: Kysely<DemoDatabase>, _context) =>
        database
          .selectFrom('orders')
          .select(['orders.id as dtRowId', 'orders.number', 'orders.placed_at'])
          .$if(current.compares, (query) =>
            query.select(
              sql<string>`array_to_string(array(select plain.id from orders as plain
                order by plain.placed_at desc, plain.id desc
                limit ${sql.lit(pageLength)} offset ${sql.lit(current.start)}), ',')`.as('expected'),
            ),
          ),
    }),
    key: ['orders.id', 'orders.placed_at'],
    count: { sources: ['orders'] },
  };
}

/** A plain OFFSET takes seconds where rows are many; no further page is compared after the given time. */
async function compare(
  read: (
    start: number,
    compares: boolean,
  ) => Promise<{ data: { dtRowId: string; expected: string | null }[] }>,
  { random, minutes }: { random: (from: number, to: number) => number; minutes: number },
): Promise<number> {
  const end = performance.now() + minutes * 60_000;
  let compared = 0;
  while (performance.now() < end || compared < ranges.length) {
    const { from, to } = ranges[compared % ranges.length] ?? { from: 0, to: 1 };
    const start = random(from, to);
    const { data } = await read(start, true);
    const ids = data.map((row) => row.dtRowId).join();
    if (data.length !== pageLength || ids !== data[0]?.expected)
      throw new Error(`The page from ${start} on is ${ids} instead of ${data[0]?.expected}.`);
    compared++;
  }
  console.log(`${compared} pages compared with plain SQL in their own snapshot`);
  return compared;
}

async function byHand(db: Kysely<DemoDatabase>, start: number, orders: number): Promise<number> {
  const began = performance.now();
  const fromEnd = start > orders / 2;
  const direction = sql.raw(fromEnd ? 'asc' : 'desc');
  await sql`select id, number, placed_at from orders where (id, placed_at) in (
      select page.id, page.placed_at from (
        select id, placed_at from orders order by placed_at ${direction}, id ${direction}
        limit ${sql.lit(pageLength)} offset ${sql.lit(fromEnd ? orders - start : start)}
      ) as page
    ) order by placed_at ${direction}, id ${direction}`.execute(db);
  return performance.now() - began;
}

/** Starts of pages in a part of the table; the same ones in every run. */
function randomPages(rows: number): (from: number, to: number) => number {
  let drawn = 0;
  return (from, to) => {
    drawn++;
    const share = from + ((drawn * 0.6180339887) % 1) * (to - from);
    return Math.floor((share * rows) / pageLength) * pageLength;
  };
}

function spread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50: median(times),
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    longest: sorted.at(-1) ?? 0,
  };
}
