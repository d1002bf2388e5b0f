import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createTables, type TableDefinition } from '@rowhouse/tables';
import { checkTables } from '@rowhouse/tables-dev';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderStatuses } from '../../../../apps/demo/src/data/orderStatuses.ts';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { orders } from '../../../../apps/demo/src/tables/orders.ts';
import type { TestDatabase } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { createServiceDatabase, migrate } from '../testing/demoService.ts';
import { runCommand } from '../testing/runCommand.ts';

const root = resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

let database: TestDatabase<Database>;
/** Inside the repository, so that written files can import its packages. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(root, 'test-output', 'tables-'));
  database = await createServiceDatabase();
  await migrate(database.db);
  // Enough orders for more customers than PostgreSQL reads sequentially.
  await seedDemo(database.db, { orders: 240_000 });
  await sql`
    drop index customers_name_trigrams, customers_email_trigrams, orders_number_trigrams, orders_placed_at_id,
      orders_status_placed_at_id, orders_customer_id`.execute(database.db);
  await sql`analyze`.execute(database.db);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database?.destroy();
});

const rowhouse = async (...args: string[]) => {
  const environment = { DATABASE_URL: database.url ?? '', ROWHOUSE_DATA_DIR: join(folder, 'data') };

  return runCommand(environment, { args, folder }).ended;
};

it('tables:check finds no faults in the tables of the service', async () => {
  expect(await rowhouse('tables:check')).toEqual({
    status: 0,
    output: '7 tables were checked: no faults.\n',
    errors: '',
  });
});

it('tables:check reports missing parts of the database, as text and JSON', async () => {
  await sql`alter table orders rename column note to remark`.execute(database.db);
  const [text, json] = [await rowhouse('tables:check'), await rowhouse('tables:check', '--json')];
  await sql`alter table orders rename column remark to note`.execute(database.db);

  expect(text.status).toBe(1);
  expect(text.output).toContain('apps/demo/src/tables/orders.json');
  expect(json.status).toBe(1);
  expect(JSON.parse(json.output)).toMatchObject({ state: 'faulty', tables: 7 });
  expect(JSON.parse(json.output).checked.map(({ table }: { table: string }) => table)).toEqual([
    'users',
    'system.apiLogs',
    'orders',
    'order-lines',
    'customers',
    'products',
    'cities',
  ]);
});

it('tables:advise --measure builds nothing without confirmation', async () => {
  const refused = await rowhouse('tables:advise', 'orders', '--measure');
  expect(refused).toMatchObject({ status: 2, output: '' });
  expect(refused.errors).toMatch(/blocks writes to customers, orders meanwhile\.\nAdd --yes/);

  const measured = await rowhouse('tables:advise', 'orders', '--measure', '--yes');
  expect(measured).toMatchObject({ status: 0, errors: '' });
  expect(measured.output).toContain(', measured by the planner with all of these indexes');
});

it('tables:advise proposes missing indexes, which PostgreSQL then uses', async () => {
  const { status, output } = await rowhouse('tables:advise', 'orders');
  expect(status).toBe(0);
  for (const wanted of [
    '"orders" ("placed_at", "id")',
    '"orders" USING gin ("number" gin_trgm_ops)',
    '"customers" USING gin ("name" gin_trgm_ops)',
    '"customers" USING gin ("email" gin_trgm_ops)',
  ]) {
    expect(output).toContain(wanted);
  }
  for (const statement of output.split('\n').filter((line) => line.startsWith('CREATE'))) {
    await sql.raw(statement).execute(database.db);
  }
  await sql`vacuum analyze orders, customers`.execute(database.db);

  expect((await rowhouse('tables:advise', 'orders')).output).toMatch(/^-- No index is proposed\./);
  const usedBefore = await trigramScans();
  const tables = createTables({ db: database.db, definitions: [orders], enums: { orderStatuses } });
  const search = await aName();
  const found = await tables.data('orders', { meta: { search, forceInfo: true } });
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from orders left join customers on customers.id = orders.customer_id
    where orders.number ilike ${`%${search}%`} or customers.name ilike ${`%${search}%`}
      or customers.email ilike ${`%${search}%`}`.execute(database.db);
  expect(found.filtered).toBe(Number(rows[0]?.n));
  expect(found.filtered).toBeGreaterThan(0);
  await expect.poll(trigramScans).toBeGreaterThan(usedBefore);
});

it('tables:advise refuses an unknown table', async () => {
  expect(await rowhouse('tables:advise', 'nothing')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('There is no table "nothing".'),
  });
});

it('tables:make writes tables that compile, are valid and are served', async () => {
  const made = join(folder, 'made');
  for (const table of ['orders', 'users', 'api_keys']) {
    expect(await rowhouse('tables:make', table, '--out', 'made')).toMatchObject({ status: 0, errors: '' });
  }
  expect(await rowhouse('tables:make', 'orders', '--out', 'made')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('already exists'),
  });
  await writeFile(
    join(made, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), include: [made], exclude: [] }),
  );
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  await run(process.execPath, [tsc, '-p', made], { cwd: root });

  const definitions: TableDefinition[] = [];
  for (const name of ['orders', 'users', 'apiKeys']) {
    const module: Record<string, TableDefinition> = await import(join(made, `${name}.ts`));
    definitions.push(module[name] as TableDefinition);
  }
  const tables = createTables({ db: database.db, definitions });
  expect((await checkTables(tables)).map(({ faults }) => faults)).toEqual([[], [], []]);
  expect((await tables.data('orders', { meta: { search: await aName() } })).filtered).toBeGreaterThan(0);
  expect((await tables.data('users', {})).data).toEqual([]);
});

/** First name of a customer with orders. */
async function aName(): Promise<string> {
  const { name } = await database.db
    .selectFrom('customers')
    .innerJoin('orders', 'orders.customer_id', 'customers.id')
    .select('customers.name')
    .where('customers.name', '~', '^[A-Za-z]{4,} ')
    .orderBy('orders.id')
    .limit(1)
    .executeTakeFirstOrThrow();

  return name.split(' ')[0] ?? '';
}

/** Number of trigram index scans in PostgreSQL's statistics, which are updated with a delay. */
async function trigramScans(): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select coalesce(sum(idx_scan), 0) as n from pg_stat_user_indexes where indexrelname like '%trgm'`.execute(
    database.db,
  );

  return Number(rows[0]?.n);
}
