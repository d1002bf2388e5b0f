import { createTables, defineTable, type Tables, tableConfig } from '@rowhouse/tables';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { cores } from '../cores.ts';
import { openDatabase } from '../data/database.ts';
import { publish } from '../publish.ts';
import { readOptions } from '../readOptions.ts';
import { type TurnFigures, takeTurns, turnRows } from '../takeTurns.ts';
import { type Case, cases, now, timeZone } from './cases.ts';

const usage = `npm run bench -- filters [options]
  --orders 1000000          orders in the table; seeded when they are missing
  --database-url URL        default: DATABASE_URL, otherwise an embedded server
  --rounds 11               rounds in which both take turns
  --out docs/benchmarks-filters.md  where the report goes; --out "" prints it only`;

const pageLength = 25;

type Figures = TurnFigures & { readonly title: string };

interface ReceivedResponse {
  readonly ids: readonly string[];
  /** Rows of the table. */
  readonly count: number;
  /** Rows that match. */
  readonly filtered: number;
}

/** `npm run bench -- filters`: filter groups next to the same SQL by hand; checks, measures, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const { text, number } = readOptions(args, { usage, names: ['orders', 'database-url', 'rounds', 'out'] });
  const rounds = number('rounds', 11);
  const database = await openDatabase(text('database-url') ?? process.env.DATABASE_URL ?? null, {
    orders: number('orders', 1_000_000),
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The embedded server ends connections that are still being closed.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<DemoDatabase>({ dialect: new PostgresDialect({ pool }) });

  try {
    await pool.query('vacuum analyze');
    const compare = async (isKept: boolean) => {
      const tables = tablesOf(db, isKept);
      const figures: Figures[] = [];
      for (const one of cases) {
        await check(one, tables, pool);
        const turns = await takeTurns(
          rounds,
          () => ask(one, tables),
          () => askByHand(one, pool, !isKept),
        );
        figures.push({ title: one.title, ...turns });
        console.log(one.title);
      }

      return figures;
    };
    const figures = { kept: await compare(true), counted: await compare(false) };
    const out = text('out') === '' ? null : (text('out') ?? 'docs/benchmarks-filters.md');
    await publish(report(figures, { orders: database.orders, version: database.version, rounds }), out);
  } finally {
    await db.destroy();
    // Kysely leaves a pool open that it has not used.
    if (!pool.ended) await pool.end();
    await database.close();
  }
}

/** The same table with a kept count of all rows, and without. */
function tablesOf(db: Kysely<DemoDatabase>, isKept: boolean): Tables {
  const orders = defineTable({
    template: {
      routePrefix: 'orders',
      lengthMenu: [pageLength],
      comparisonOperator: 'LIKE',
      cache: isKept,
      columns: [
        { label: 'Number', name: 'number', data: 'orders.number', meta: ['filterable'] },
        { label: 'Status', name: 'status', data: 'orders.status', enum: 'statuses', meta: ['filterable'] },
        {
          label: 'Total',
          name: 'total',
          data: 'orders.total',
          number: { precision: 2 },
          meta: ['filterable'],
        },
        { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'filterable'] },
        { label: 'Currency', name: 'currency', data: 'orders.currency', meta: ['filterable'] },
        { label: 'Items', name: 'items', data: 'orders.items', number: {}, meta: ['filterable'] },
        { label: 'Priority', name: 'priority', data: 'orders.priority', number: {}, meta: ['filterable'] },
        { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'filterable'] },
        { label: 'Note', name: 'note', data: 'orders.note', meta: ['filterable'] },
        { label: 'Country', name: 'country', data: 'customers.country_code', meta: ['filterable'] },
      ],
    },
    count: { sources: ['orders'] },
    enums: { statuses: Object.fromEntries([1, 2, 3, 4, 5, 6].map((key) => [key, `${key}`])) },
    query: (database: Kysely<DemoDatabase>) =>
      database
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['orders.id as dtRowId', 'orders.number', 'orders.status', 'orders.total', 'orders.paid'])
        .select(['orders.currency', 'orders.items', 'orders.priority', 'orders.placed_at', 'orders.note'])
        .select('customers.country_code as country'),
  });

  return createTables({
    ...{ db, definitions: [orders], config: tableConfig({ timeZone }), now: () => now },
  });
}

async function ask({ where }: Case, tables: Tables): Promise<ReceivedResponse> {
  const payload = { where, meta: { length: pageLength, forceInfo: true } };
  const { data, count, filtered } = await tables.data('orders', payload);

  return { ids: data.map(({ dtRowId }) => String(dtRowId)), count, filtered };
}

/** The first page and the numbers of a response, at the same time. */
async function askByHand({ sql }: Case, pool: pg.Pool, countsAll: boolean): Promise<ReceivedResponse> {
  const customers = 'left join customers c on c.id = o.customer_id';
  const [page, all, matching] = await Promise.all([
    pool.query(`select o.id, o.number, o.status, o.total, o.paid, o.currency, o.items, o.priority, o.placed_at, o.note,
      c.country_code as country from orders o ${customers} where ${sql} order by o.id limit ${pageLength}`),
    countsAll ? pool.query('select count(*) as n from orders') : null,
    pool.query(`select count(*) as n from orders o ${sql.includes('c.') ? customers : ''} where ${sql}`),
  ]);

  return {
    ...{ ids: page.rows.map(({ id }) => String(id)) },
    ...{ count: Number(all?.rows[0]?.n), filtered: Number(matching.rows[0]?.n) },
  };
}

/** Throws where the rows or their number differ: the speed of a wrong response is of no interest. */
async function check(one: Case, tables: Tables, pool: pg.Pool): Promise<void> {
  const [own, byHand] = [await ask(one, tables), await askByHand(one, pool, true)];
  if (own.filtered === 0) throw new Error(`${one.title}: no row matches.`);
  if (JSON.stringify(own) === JSON.stringify(byHand)) return;

  throw new Error(`${one.title}: ${JSON.stringify(own)} and ${JSON.stringify(byHand)} differ.`);
}

function report(
  { kept, counted }: { kept: readonly Figures[]; counted: readonly Figures[] },
  { orders, version, rounds }: { orders: number; version: string; rounds: number },
): string {
  return `# Filter groups

Filter groups over ${orders.toLocaleString('en')} orders: the first page of ${pageLength} rows, the exact number of those that match and that of
all rows, next to the same SQL written by hand. Written by \`npm run bench -- filters\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${version}, Node ${process.versions.node}; both in the same process, on the same machine as the database.
- Before anything is measured, the rows of the page and both numbers are compared with those by hand.
- By hand, all is read at the same time, on two connections; rowhouse also formats the rows.
- Medians of ${rounds} rounds in which both take turns, in milliseconds.

With a [kept count](guides/pages-and-counts.md), as the demo has it; by hand, the number of all rows is left out:

| | rowhouse | by hand | ratio |
| --- | ---: | ---: | ---: |
${turnRows(kept, 1)}

Without one, all rows are counted for each response, by hand too:

| | rowhouse | by hand | ratio |
| --- | ---: | ---: | ---: |
${turnRows(counted, 1)}
`;
}
