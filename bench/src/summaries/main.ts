import { createTables, defineTable, type Tables, tableConfig } from '@rowhouse/tables';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DemoDatabase } from '../../../apps/demo/src/data/DemoDatabase.ts';
import { cores } from '../cores.ts';
import { openDatabase } from '../data/database.ts';
import { publish } from '../publish.ts';
import { readOptions } from '../readOptions.ts';
import { type TurnFigures, takeTurns, turnRows } from '../takeTurns.ts';
import { type Case, cases, timeZone } from './cases.ts';

const usage = `npm run bench -- summaries [options]
  --orders 1000000          orders in the table; seeded when they are missing
  --database-url URL        default: DATABASE_URL, otherwise an embedded server
  --rounds 9                rounds in which both take turns
  --out docs/benchmarks-summaries.md  where the report goes; --out "" prints it only`;

type Figures = TurnFigures & { readonly title: string };

/** `npm run bench -- summaries`: facets and groups, next to the same SQL by hand; checks, measures, and writes the report. */
export async function main(args: string[]): Promise<void> {
  const { text, number } = readOptions(args, { usage, names: ['orders', 'database-url', 'rounds', 'out'] });
  const rounds = number('rounds', 9);
  const database = await openDatabase(text('database-url') ?? process.env.DATABASE_URL ?? null, {
    orders: number('orders', 1_000_000),
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const db = new Kysely<DemoDatabase>({ dialect: new PostgresDialect({ pool }) });

  try {
    await pool.query('vacuum analyze');
    const tables = tablesOf(db);
    const figures: Figures[] = [];
    for (const one of cases) {
      await check(one, tables, pool);
      const { title, payload, sql } = one;
      const turns = await takeTurns(
        rounds,
        () => tables.read('orders', payload),
        () => pool.query(sql),
      );
      figures.push({ title, ...turns });
      console.log(one.title);
    }
    const out = text('out') === '' ? null : (text('out') ?? 'docs/benchmarks-summaries.md');
    await publish(report(figures, { orders: database.orders, version: database.version, rounds }), out);
  } finally {
    await db.destroy();
    await database.close();
  }
}

function tablesOf(db: Kysely<DemoDatabase>): Tables {
  const orders = defineTable({
    template: {
      routePrefix: 'orders',
      lengthMenu: [1000],
      columns: [
        {
          ...{ label: 'Status', name: 'status', data: 'orders.status', enum: 'statuses' },
          meta: ['filterable', 'groupable'],
        },
        { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'filterable'] },
        { label: 'Currency', name: 'currency', data: 'orders.currency', meta: ['filterable', 'facet'] },
        { label: 'Country', name: 'country', data: 'customers.country_code', meta: ['filterable', 'facet'] },
        { label: 'Items', name: 'items', data: 'orders.items', number: {}, meta: ['filterable'] },
        { label: 'Placed', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'groupable'] },
        { label: 'Total', name: 'total', data: 'orders.total', money: { precision: 2 }, meta: ['total'] },
        { label: 'Tax', name: 'tax', data: 'orders.tax', money: { precision: 2 }, meta: ['total'] },
      ],
    },
    enums: { statuses: {} },
    query: (database: Kysely<DemoDatabase>) =>
      database
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['orders.id as dtRowId', 'orders.status', 'orders.paid', 'orders.currency', 'orders.items'])
        .select(['orders.placed_at', 'orders.total', 'orders.tax', 'customers.country_code as country']),
  });

  return createTables({ db, definitions: [orders], config: tableConfig({ timeZone }) });
}

/** Throws where the counts differ: the speed of a wrong response is of no interest. */
async function check({ title, payload, sql, ofResponse, ofRows }: Case, tables: Tables, pool: pg.Pool) {
  const own = ofResponse(await tables.read('orders', payload));
  const byHand = ofRows((await pool.query(sql)).rows);
  const wrong = Object.keys({ ...own, ...byHand }).filter((key) => own[key] !== byHand[key]);
  if (wrong.length === 0 && Object.keys(own).length > 0) return;

  const [key = ''] = wrong;
  throw new Error(`${title}: ${wrong.length} differ, such as ${key}: ${own[key]} and ${byHand[key]}`);
}

function report(
  figures: readonly Figures[],
  { orders, version, rounds }: { orders: number; version: string; rounds: number },
): string {
  return `# Facets and groups

Facets and groups of ${orders.toLocaleString('en')} orders joined to their customers, in one run, next to one \`GROUPING SETS\`
written by hand. Written by \`npm run bench -- summaries\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${version}, Node ${process.versions.node}; both in the same process, on the same machine as the database.
- Before anything is measured, all counts, and the totals of groups, are compared with those by hand.
- Medians of ${rounds} rounds in which both take turns, in milliseconds.

| | rowhouse | by hand | ratio |
| --- | ---: | ---: | ---: |
${turnRows(figures)}
`;
}
