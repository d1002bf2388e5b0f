import { deepStrictEqual as deepEqual } from 'node:assert';
import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import { startEphemeralPostgres } from '../../../packages/embedded-postgres/src/startEphemeralPostgres.ts';
import { createTables, defineTable, type Tables } from '../../../packages/tables/src/index.ts';
import { introspectTables } from '../../../packages/tables/src/introspect/index.ts';
import { median } from '../median.ts';
import { publish } from '../publish.ts';
import { createDatabase, type Orders } from './database.ts';
import { parseOptions } from './options.ts';
import { report } from './report.ts';
import { timeStarts } from './starts.ts';

/** What introspecting many tables takes, and the first page of one of them next to a definition written by hand. */
export async function main(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const embedded = options.databaseUrl === null ? await startEphemeralPostgres() : null;
  const pool = new pg.Pool({ connectionString: options.databaseUrl ?? embedded?.url, max: 10 });
  // Connections may still be closing when the server stops.
  pool.on('error', () => undefined);
  let statements = 0;
  const log = ({ level }: LogEvent) => {
    if (level === 'query') statements += 1;
  };
  const db = new Kysely<Orders>({ dialect: new PostgresDialect({ pool }), log });

  try {
    await createDatabase(db, options.tables, options.rows);
    const seconds: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      statements = 0;
      const start = performance.now();
      await introspectTables({ db });
      seconds.push((performance.now() - start) / 1000);
    }
    const perRun = statements;
    const { tables } = await introspectTables({ db, estimateAbove: Number.POSITIVE_INFINITY });
    const found = createTables({ db, definitions: tables.map(({ definition }) => definition) });
    const written = createTables({ db, definitions: [orders] });
    await compare(found, written);
    const times = await inTurns(options.rounds, [found, written]);

    const starts = await timeStarts(options.databaseUrl ?? embedded?.url ?? '', options.starts);

    await publish(
      report({
        ...options,
        tables: tables.length,
        statements: perRun,
        introspection: median(seconds),
        found: median(times[0] ?? []),
        written: median(times[1] ?? []),
        withoutTables: median(starts.withoutTables),
        withTenTables: median(starts.withTenTables),
        withDatabase: median(starts.withDatabase),
      }),
      options.out,
    );
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}

/** Throws unless both show the same rows, counts and totals: what is faster because it is wrong is not measured. */
async function compare(found: Tables, written: Tables): Promise<void> {
  const [own, other] = await Promise.all([found, written].map((tables) => tables.data('orders', {})));
  if (!own || !other) throw new Error('There is no page.');
  const names = Object.keys(other.data[0] ?? {});
  const rows = own.data.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  deepEqual([own.count, own.filtered], [other.count, other.filtered]);
  deepEqual(rows, other.data);
  deepEqual((own.total as Record<string, unknown>).total, (other.total as Record<string, unknown>).total);
}

/** Milliseconds of a first page of each, one after the other. */
async function inTurns(rounds: number, contenders: readonly Tables[]): Promise<number[][]> {
  const times = contenders.map((): number[] => []);

  for (let round = -5; round < rounds; round += 1) {
    for (const [index, tables] of contenders.entries()) {
      const start = performance.now();
      await tables.data('orders', {});
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }

  return times;
}

/** The same table, as a person would write it. */
const orders = defineTable({
  template: {
    routePrefix: 'orders',
    name: 'Orders',
    comparisonOperator: 'ILIKE',
    defaultSortDirection: 'DESC',
    columns: [
      { label: 'Number', name: 'number', data: 'orders.number', meta: ['searchable', 'sortable'] },
      { label: 'Customer', name: 'customer', data: 'customers.name', meta: ['searchable', 'sortable'] },
      { label: 'Status', name: 'status', data: 'orders.status', meta: ['searchable', 'sortable'] },
      {
        label: 'Total',
        name: 'total',
        data: 'orders.total',
        number: { precision: 2 },
        meta: ['sortable', 'filterable', 'total'],
      },
      { label: 'Placed at', name: 'placed_at', data: 'orders.placed_at', meta: ['datetime', 'sortable'] },
      { label: 'Paid', name: 'paid', data: 'orders.paid', meta: ['boolean', 'filterable'] },
    ],
  },
  query: (db: Kysely<Orders>) =>
    db
      .selectFrom('orders')
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select([
        'orders.id as dtRowId',
        'orders.number',
        'customers.name as customer',
        'orders.status',
        'orders.total',
        'orders.placed_at',
        'orders.paid',
      ]),
});
