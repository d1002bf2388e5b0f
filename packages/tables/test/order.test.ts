import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables, TemplateJson } from '../src/index.ts';
import { orderedBySql, sortedBy } from './orderedBySql.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop, type ShopOrder } from './shop.ts';
import { idsBySql, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 3000;
const rankExpression = sql<number>`orders.id % 7`;

/** The orders template with other tags, and more options. */
function template(tags: Record<string, string[]>, more: Partial<TemplateJson> = {}): TemplateJson {
  return {
    ...ordersTemplate,
    ...more,
    columns: ordersTemplate.columns.map((column) => ({ ...column, meta: tags[column.name] ?? column.meta })),
  };
}

describe.each(dialects)('order on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, ordersTable());
  });

  afterAll(() => database.destroy());

  const page = async (
    columns: ReturnType<typeof sortedBy>,
    meta: Record<string, unknown> = {},
    of: Tables = tables,
  ) => idsOf(await of.data('orders', { columns, meta: { length: 1000, ...meta } }));

  /** Ids by plain JavaScript: by each key in turn, then by id. */
  const sorted = (compare: (a: ShopOrder, b: ShopOrder) => number) =>
    orders.toSorted((a, b) => compare(a, b) || a.id - b.id).map(({ id }) => id);

  it('sorts by several columns in the order in which the client lists them', async () => {
    const byStatus = sorted((a, b) => a.status.localeCompare(b.status) || b.cents - a.cents || b.id - a.id);
    const byCents = sorted((a, b) => b.cents - a.cents || a.status.localeCompare(b.status));

    expect(await page(sortedBy(['status', 'ASC'], ['cents', 'DESC']))).toEqual(byStatus.slice(0, 1000));
    expect(await page(sortedBy(['cents', 'DESC'], ['status', 'ASC']))).toEqual(byCents.slice(0, 1000));
  });

  it('sorts decimals as numbers, not as text', async () => {
    const byTotal = sorted((a, b) => Number(a.total) - Number(b.total));

    expect(await page(sortedBy(['total', 'ASC']))).toEqual(byTotal.slice(0, 1000));
  });

  it('sorts nulls last in both directions for a nullLast column', async () => {
    const rank = ({ quantity }: ShopOrder) => Number(quantity === null);
    const ascending = sorted((a, b) => rank(a) - rank(b) || (a.quantity ?? 0) - (b.quantity ?? 0));
    const descending = sorted(
      (a, b) => rank(a) - rank(b) || (b.quantity ?? 0) - (a.quantity ?? 0) || b.id - a.id,
    );

    for (const start of [0, 1000, 2000]) {
      expect(await page(sortedBy(['quantity', 'ASC']), { start })).toEqual(
        ascending.slice(start, start + 1000),
      );
      expect(await page(sortedBy(['quantity', 'DESC']), { start })).toEqual(
        descending.slice(start, start + 1000),
      );
    }
  });

  it('leaves nulls in the order of the database otherwise, the same from either end', async () => {
    const natural = tablesOf(
      database.db,
      ordersTable(template({ quantity: ['sortable'], customer: ['sortable'] })),
    );

    for (const [name, column] of [
      ['quantity', 'orders.quantity'],
      ['customer', 'customers.name'],
    ] as const) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const all = await idsBySql(database.db, orderedBySql(dialect, [{ column, direction }]));
        for (const start of [0, 1000, 2000]) {
          expect(await page(sortedBy([name, direction]), { start }, natural), `${name} ${direction}`).toEqual(
            all.slice(start, start + 1000),
          );
        }
      }
    }
  });

  it('sorts by the tags of the template, in column order, until the client sorts', async () => {
    const tagged = tablesOf(
      database.db,
      ordersTable(template({ status: ['sortable', 'sort:DESC'], cents: ['sort:ASC'] })),
    );
    const byDefault = sorted((a, b) => b.status.localeCompare(a.status) || a.cents - b.cents);

    expect(await page([], {}, tagged)).toEqual(byDefault.slice(0, 1000));
    expect(await page(sortedBy(['cents', 'ASC']), {}, tagged)).toEqual(
      sorted((a, b) => a.cents - b.cents).slice(0, 1000),
    );
  });

  it('sorts by defaultSort by default, and by the identifier without it', async () => {
    const byName = tablesOf(
      database.db,
      ordersTable(template({}, { defaultSort: 'orders.cents', defaultSortDirection: 'DESC' })),
    );
    const descending = tablesOf(database.db, ordersTable(template({}, { defaultSortDirection: 'DESC' })));

    expect(await page([], {}, byName)).toEqual(
      sorted((a, b) => b.cents - a.cents || b.id - a.id).slice(0, 1000),
    );
    expect(await page([], {}, descending)).toEqual(sorted((a, b) => b.id - a.id).slice(0, 1000));
    expect(await page([])).toEqual(sorted(() => 0).slice(0, 1000));
  });

  it('leaves the tags out when the user has removed their sort, and still ends by the identifier', async () => {
    const tags = { status: ['sortable', 'sort:DESC'], cents: ['sort:ASC'] };
    const tagged = tablesOf(database.db, ordersTable(template(tags)));
    const named = tablesOf(database.db, ordersTable(template(tags, { defaultSort: 'orders.cents' })));

    expect(await page([], { sort: false }, tagged)).toEqual(sorted(() => 0).slice(0, 1000));
    expect(await page([], { sort: false }, named)).toEqual(
      sorted((a, b) => a.cents - b.cents).slice(0, 1000),
    );
    expect(await page([], { sort: true }, tagged)).toEqual(await page([], {}, tagged));
  });

  it.each(['ASC', 'DESC'] as const)(
    'meets each row exactly once on a walk over all pages of a six-valued column, %s',
    async (direction) => {
      const seen: number[] = [];

      for (let start = 0; start < size; start += 100) {
        seen.push(...(await page(sortedBy(['status', direction]), { start, length: 100 })));
      }

      expect(new Set(orders.map(({ status }) => status)).size).toBe(6);
      expect(seen).toHaveLength(size);
      expect(seen).toEqual(
        await idsBySql(database.db, orderedBySql(dialect, [{ column: 'orders.status', direction }])),
      );
    },
  );

  it('returns an empty page past the end, with counts and pagination', async () => {
    for (const start of [size, size + 1, 999, 5000, 2 ** 31 - 1]) {
      const response = await tables.data('orders', { meta: { start, length: 10 } });

      expect(response.data).toHaveLength(start < size ? 10 : 0);
      expect(response).toMatchObject({ count: size, filtered: size, fullRecordInfo: true });
      expect(response.pagination).toMatchObject({ page: Math.floor(start / 10) + 1, pages: size / 10 });
    }
  });

  it('returns the last, shorter page', async () => {
    expect(await page([], { start: 2995, length: 10 })).toEqual([2996, 2997, 2998, 2999, 3000]);
  });

  it('reads a deep page from the nearer end, without repeating rows', async () => {
    database.statements();
    const before = await page([], { start: 1400, length: 100 });
    const forward = database.statements();
    const after = await page([], { start: 2600, length: 100 });
    const backward = database.statements();

    expect([before[0], after[0], before.length, after.length]).toEqual([1401, 2601, 100, 100]);
    expect(forward.some((statement) => /order by .*asc limit/i.test(statement))).toBe(true);
    expect(backward.some((statement) => /order by .*desc limit/i.test(statement))).toBe(true);
  });

  it('sorts by a computed column through its expression', async () => {
    const definition = ordersTable(template({}), {});
    const computed = tablesOf(database.db, {
      ...definition,
      template: {
        ...ordersTemplate,
        columns: [
          { label: 'Rank', name: 'rank', meta: ['sortable'] },
          { label: 'Number', name: 'number', data: 'orders.number' },
        ],
      },
      expressions: { rank: rankExpression },
      query: (db, context) => definition.query(db, context).select(rankExpression.as('rank')),
    });
    const expected = sorted((a, b) => (b.id % 7) - (a.id % 7) || b.id - a.id);

    for (const start of [0, 700, 2000]) {
      expect(await page(sortedBy(['rank', 'DESC']), { start, length: 500 }, computed)).toEqual(
        expected.slice(start, start + 500),
      );
    }
  });
});
