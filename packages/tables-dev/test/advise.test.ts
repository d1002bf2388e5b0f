import type { Tables } from '@rowhouse/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from '../../tables/test/shop.ts';
import { type LoggedDatabase, loggedDatabase, refusal, tablesOf } from '../../tables/test/support.ts';
import { type Advice, adviseIndexes } from '../src/index.ts';

/** Above the size from which indexes are advised. */
const many = 12_000;
const template = {
  ...ordersTemplate,
  columns: ordersTemplate.columns.map((column) =>
    column.name === 'placed_at' ? { ...column, meta: [...column.meta, 'sort:DESC'] } : column,
  ),
};

describe.each(dialects)('advice on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let advice: Advice;
  const isPostgres = dialect === 'postgres';
  const fresh = () => tablesOf(database.db, ordersTable(template));
  const wanted = ({ proposals }: Advice) =>
    proposals.map(({ table, columns, kind }) => `${kind} ${table} ${columns.join(' ')}`);
  const analyze = async () => {
    if (isPostgres) await sql`vacuum analyze orders, customers`.execute(database.db);
    if (dialect === 'mysql') await sql`analyze table orders, customers`.execute(database.db);
  };

  beforeAll(async () => {
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, many);
    await analyze();
    tables = fresh();
    advice = await adviseIndexes(tables);
  });

  afterAll(() => database.destroy());

  it('proposes missing indexes for sorts and filters, the default sort first', () => {
    const all = wanted(advice);

    expect(all[0]).toBe('order orders placed_at id');
    expect(all).toContain('order orders total id');
    // (status, id) is there, and customers are few.
    expect(all).not.toContain('order orders status id');
    expect(all.filter((name) => name.includes(' customers '))).toEqual([]);
    expect(advice.notes.join('\n')).toMatch(
      /orders, sort by customer: it sorts by customers, a joined table/,
    );
  });

  it('changes nothing, and returns the statements', async () => {
    const text = advice.proposals.flatMap(({ statements }) => statements).join('\n');

    expect(text).toContain(
      isPostgres
        ? 'CREATE INDEX CONCURRENTLY "orders_placed_at_id_idx" ON "orders" ("placed_at", "id")'
        : dialect === 'mysql'
          ? 'CREATE INDEX `orders_placed_at_id_idx` ON `orders` (`placed_at`, `id`)'
          : 'CREATE INDEX "orders_placed_at_id_idx" ON "orders" ("placed_at", "id")',
    );
    database.statements();
    await adviseIndexes(fresh());
    expect(database.statements().filter((sent) => !/^\s*(explain|select|with)\b/i.test(sent))).toEqual([]);
  });

  it('reports what this database can do for the search', () => {
    const search = advice.proposals.filter(({ reasons }) =>
      reasons.some(({ feature }) => feature === 'search'),
    );

    if (isPostgres) {
      expect(search.map(({ kind, columns }) => [kind, ...columns])).toEqual(
        expect.arrayContaining([
          ['text', 'number'],
          ['text', 'note'],
          // Rows of found customers are found by it; beginning with it, the filter's index serves both.
          ['order', 'customer_id', 'placed_at', 'id'],
        ]),
      );
      expect(search[0]?.gain).toMatchObject({ basis: 'estimated', feature: 'search' });
      expect(search[0]?.reasons[0]?.plan).toContain('reads all of orders (12,000 rows)');
    } else {
      expect(search).toEqual([]);
      expect(advice.notes).toContain('orders, search: no index of this database finds parts of texts.');
      expect(advice.proposals.every(({ gain }) => gain === null)).toBe(true);
    }
  });

  it('refuses a table that does not exist', async () => {
    expect((await refusal(adviseIndexes(tables, { tables: ['orders', 'nothing'] }))).code).toBe(
      'tables.not_found',
    );
  });

  it('measures in a transaction of which nothing stays', async () => {
    const confirmBuild = () => true;
    const measured = await adviseIndexes(tables, { measure: true, confirmBuild });

    if (!isPostgres) {
      expect(measured.notes).toContain(
        'This database cannot measure: its planner gives no costs to compare.',
      );
      return;
    }
    const [first] = measured.proposals;
    expect(first?.gain?.basis).toBe('measured');
    expect(first?.gain?.after).toBeLessThan((first?.gain?.before ?? 0) / 10);
    expect(first?.size).toMatchObject({ basis: 'measured' });
    expect(wanted(await adviseIndexes(fresh()))).toEqual(wanted(advice));
    const tooLarge = await adviseIndexes(tables, { measure: true, confirmBuild, measureUpTo: 1000 });
    expect(tooLarge.proposals.map(({ gain }) => gain?.basis)).not.toContain('measured');
  });

  it('proposes an unused index name', async () => {
    const name = 'orders_total_id_idx';
    await sql`create index ${sql.id(name)} on orders (note)`.execute(database.db);
    const { proposals } = await adviseIndexes(fresh());
    await (dialect === 'mysql'
      ? sql`drop index ${sql.id(name)} on orders`
      : sql`drop index ${sql.id(name)}`
    ).execute(database.db);

    const [statement] = proposals.find(({ columns }) => columns.join(' ') === 'total id')?.statements ?? [];
    expect(statement).toMatch(/orders_total_id_idx1\W/);
  });

  it('does not propose an applied index again, and the engine then uses the indexes', async () => {
    for (const { statements } of advice.proposals) {
      for (const statement of statements) await sql.raw(statement).execute(database.db);
    }
    await analyze();
    const after = fresh();

    expect((await adviseIndexes(after)).proposals).toEqual([]);
    database.statements();
    const found = await after.data('orders', { meta: { search: 'R-00', length: 10 } });
    expect(found.filtered).toBe(
      (await tables.data('orders', { meta: { search: 'R-00', length: 10 } })).filtered,
    );
  });
});

describe.each(dialects.filter((dialect) => dialect === 'postgres'))('advice on %s', () => {
  it('drops an invalid index of an interrupted build first, and measures nevertheless', async () => {
    const database = await loggedDatabase<Shop>('postgres');
    const { db } = database;
    await createShop(db, 'postgres');
    await fillShop(db, 'postgres', many);
    await sql`analyze orders, customers`.execute(db);
    const broken = sql`create unique index concurrently orders_total_id_idx on orders (status)`.execute(db);
    await expect(broken).rejects.toThrow('could not create unique index');
    const advised = async () => {
      const { proposals, notes } = await adviseIndexes(tablesOf(db, ordersTable(ordersTemplate)), {
        measure: true,
        confirmBuild: () => true,
      });

      return {
        index: proposals.find(({ columns }) => columns.join(' ') === 'total id'),
        notes: notes.join('\n'),
      };
    };

    const { index, notes } = await advised();
    expect(index?.statements).toEqual([
      'DROP INDEX CONCURRENTLY "orders_total_id_idx"',
      'CREATE INDEX CONCURRENTLY "orders_total_id_idx" ON "orders" ("total", "id")',
    ]);
    expect(index?.gain?.basis).toBe('measured');
    expect(notes).toContain('orders_total_id_idx is invalid, and serves nothing');
    for (const statement of index?.statements ?? []) await sql.raw(statement).execute(db);
    expect(await advised()).toEqual({ index: undefined, notes: expect.not.stringContaining('invalid') });
    await database.destroy();
  });

  it('reports that a column without text spoils the search, and what to do about unknown sizes', async () => {
    const database = await loggedDatabase<Shop>('postgres');
    const { db } = database;
    await createShop(db, 'postgres');
    const columns = ordersTemplate.columns.map((column) =>
      column.name === 'total' ? { ...column, meta: [...column.meta, 'searchable'] } : column,
    );
    const tables = tablesOf(db, ordersTable({ ...ordersTemplate, columns }));

    expect((await adviseIndexes(tables)).notes.join('\n')).toContain('Run ANALYZE, then ask again.');
    await fillShop(db, 'postgres', many);
    await sql`analyze orders, customers`.execute(db);
    const { notes, proposals } = await adviseIndexes(tables);
    expect(notes.join('\n')).toContain(
      'the column "total" is searched too, and holds decimal values, not texts',
    );
    expect(proposals.filter(({ kind }) => kind === 'text').map(({ columns: [name] }) => name)).toEqual([
      'number',
    ]);
    await database.destroy();
  });
});
