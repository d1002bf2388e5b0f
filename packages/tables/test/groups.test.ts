import type { Group } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { createShop, fillShop, type Shop, type ShopOrder } from './shop.ts';
import { distinctTable, summariesOf, summariesTable, summariesTemplate } from './summaries.ts';
import { expectRefused, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 400;

describe.each(dialects)('groups on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;
  let orders: ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, summariesTable());
    await tables.data('orders', {});
  });

  afterAll(() => database.destroy());

  const groups = (...request: Parameters<ReturnType<typeof summariesOf>['groups']>) =>
    summariesOf(tables).groups(...request);
  const sumOf = (some: readonly ShopOrder[]) =>
    some.reduce((sum, { total }) => sum + BigInt(String(total).replace('.', '')), 0n);
  /** An amount as a total has it → hundredths. */
  const amount = (total: unknown) => BigInt(String(total).replace(/[.,]/g, ''));
  const expectGroups = (found: readonly Group[], of: (order: ShopOrder) => unknown, some = orders) => {
    const expected = Map.groupBy(some, of);
    expect(new Map(found.map(({ value, count }) => [value, count]))).toEqual(
      new Map([...expected].map(([value, group]) => [value, group.length])),
    );
    for (const { value, total } of found) {
      expect(amount(total.total), String(value)).toBe(sumOf(expected.get(value) ?? []));
    }
  };

  it('have their rows counted and totalled exactly, as all of them together', async () => {
    const { groups: found, ...whole } = await groups([{ column: 'status' }]);
    const { total, filtered } = await tables.data('orders', { meta: { forceInfo: true } });

    expectGroups(found, ({ status }) => status);
    expect(found.map(({ label }) => label)).toEqual(['DONE', 'LOST', 'NEW', 'PACKED', 'PAID', 'SENT']);
    expect(whole).toMatchObject({ count: 6, formattedCount: '6', filtered, total, fullRecordInfo: true });
    expect(found.reduce((sum, group) => sum + amount(group.total.total), 0n)).toBe(sumOf(orders));
  });

  it('are the values of each kind of column, with those without one last', async () => {
    const kinds = ['paid', 'quantity', 'number', 'cents', 'total'] as const;
    for (const column of kinds) {
      const { groups: found } = await groups([{ column }]);
      const number = (value: unknown) => (value === null ? null : Number(value));
      const of = (order: ShopOrder) => (column === 'total' ? number(order.total) : order[column]);
      const values =
        column === 'total' ? found.map((group) => ({ ...group, value: number(group.value) })) : found;

      expectGroups(values, of);
      if (column === 'paid' || column === 'quantity') expect(found.at(-1)?.value).toBeNull();
    }
    const labels = (await groups([{ column: 'cents' }], { length: 3 })).groups.map(({ label }) => label);
    expect(labels.every((label) => /^\d\.\d\d$/.test(String(label)))).toBe(true);
  });

  it('are opened level by level, down to their rows', async () => {
    const levels = [{ column: 'status' }, { column: 'paid' }, { column: 'placed_at', step: 'month' }];

    for (const status of ['new', 'sent']) {
      const ofStatus = orders.filter((order) => order.status === status);
      const second = await groups(levels, { groupPath: [status] });
      expectGroups(second.groups, ({ paid }) => paid, ofStatus);
      expect(amount(second.total.total)).toBe(sumOf(ofStatus));

      for (const { value } of second.groups) {
        const ofPaid = ofStatus.filter(({ paid }) => paid === value);
        const third = await groups(levels, { groupPath: [status, value] });
        expectGroups(third.groups, ({ placed_at }) => `${isoMonth(placed_at)}-01`, ofPaid);
        expect(third.filtered).toBe(ofPaid.length);

        const [month] = third.groups;
        const rows = await tables.data('orders', {
          meta: { groups: levels, groupPath: [status, value, month?.value], length: 1000 },
        });
        expect(idsOf(rows).sort((a, b) => a - b)).toEqual(
          ofPaid.filter(({ placed_at }) => `${isoMonth(placed_at)}-01` === month?.value).map(({ id }) => id),
        );
        expect(rows.total.total).toBe(month?.total.total);
      }
    }
  });

  it('are paged, and sorted by label, count or a total in both directions', async () => {
    const all = (await groups([{ column: 'customer' }])).groups;
    const total = ({ total: { total: text } }: Group) => amount(text);
    const byCount = (
      await groups([{ column: 'customer' }], { groupSort: { by: 'count', direction: 'DESC' } })
    ).groups;
    const byTotal = (await groups([{ column: 'customer' }], { groupSort: { by: 'total' } })).groups;
    const down = (await groups([{ column: 'customer' }], { groupSort: { direction: 'DESC' } })).groups;

    expect(byCount.map(({ count }) => count)).toEqual(all.map(({ count }) => count).sort((a, b) => b - a));
    expect(byTotal.map(total)).toEqual(all.map(total).sort((a, b) => Number(a - b)));
    expect(down.slice(0, -1)).toEqual(all.slice(0, -1).reverse());
    expect([all.at(-1)?.value, down.at(-1)?.value]).toEqual([null, null]);
    const byAverage = await groups([{ column: 'status' }], { groupSort: { by: 'quantity' } });
    const averages = byAverage.groups.map((group) => Number(group.total.quantity));
    expect(averages).toEqual([...averages].sort((a, b) => a - b));

    const pages = [];
    for (let start = 0; start < all.length + 4; start += 4) {
      const page = await groups([{ column: 'customer' }], { start, length: 4 });
      expect(page).toMatchObject({ count: all.length, filtered: size });
      expect(amount(page.total.total)).toBe(sumOf(orders));
      pages.push(...page.groups);
    }
    expect(pages).toEqual(all);
  });

  it('are of the rows that match', async () => {
    const payload = { filters: { orders: { paid: true } }, meta: { search: 'R-0' } };
    const some = orders.filter(({ paid, number }) => paid === true && number.includes('R-0'));
    const { groups: found, filtered } = await groups([{ column: 'status' }], { search: 'R-0' }, payload);

    expectGroups(found, ({ status }) => status, some);
    expect(filtered).toBe(some.length);
  });

  it('have totals in SQL of the definition', async () => {
    const columns = summariesTemplate.columns.map((column) =>
      column.name === 'total' ? { ...column, meta: ['rawTotal' as const] } : column,
    );
    const raw = tablesOf(
      database.db,
      summariesTable({
        totals: { total: sql`max(orders.cents)` },
        template: { ...summariesTemplate, columns },
      }),
    );
    const { groups: found, total } = await summariesOf(raw).groups([{ column: 'status' }]);
    const most = (some: readonly ShopOrder[]) => Math.max(...some.map(({ cents }) => cents));

    expect(amount(total.total) / 100n).toBe(BigInt(most(orders)));
    for (const group of found) {
      const own = orders.filter(({ status }) => status === group.value);
      expect(amount(group.total.total) / 100n).toBe(BigInt(most(own)));
    }
  });

  it('are of computed columns too, also with parameters', async () => {
    const computed = tablesOf(
      database.db,
      summariesTable({
        expressions: {
          size: sql`case when ${sql.ref('orders.cents')} > ${500} then 'large' else 'small' end`,
        },
        template: {
          ...summariesTemplate,
          columns: [
            ...summariesTemplate.columns,
            { label: 'Size', name: 'size', meta: ['groupable', 'sortable'] },
          ],
        },
      }),
    );
    const { groups: found } = await summariesOf(computed).groups([{ column: 'size' }]);
    const sizeOf = ({ cents }: ShopOrder) => (cents > 500 ? 'large' : 'small');

    expectGroups(found, sizeOf);
    const opened = { groups: [{ column: 'size' }, { column: 'status' }], groupPath: ['large'], length: 1000 };
    const second = await summariesOf(computed).groups(opened.groups, opened);
    expectGroups(
      second.groups,
      ({ status }) => status,
      orders.filter((order) => sizeOf(order) === 'large'),
    );
  });

  it('need tagged columns and known steps', async () => {
    const refused = (meta: object, field: string) => expectRefused(tables.read('orders', { meta }), field);

    for (const column of [
      'note',
      'password',
      'customers.password',
      'orders.status',
      'dtRowId',
      '',
      null,
      1,
    ]) {
      database.statements();
      const error = await refused({ groups: [{ column }] }, 'meta.groups.0.column');
      expect(error.message).toMatch(/did you mean|columns that can|send one of/);
      expect(database.statements()).toEqual([]);
    }
    await refused({ groups: [{ column: 'placed_at' }] }, 'meta.groups.0.step');
    await refused({ groups: [{ column: 'placed_at', step: 'hour' }] }, 'meta.groups.0.step');
    await refused({ groups: [{ column: 'status', step: 'day' }] }, 'meta.groups.0.step');
    await refused({ groups: [{ column: 'status', steps: 'day' }] }, 'meta.groups.0.steps');
    await refused({ groups: [{ column: 'status' }, { column: 'status' }] }, 'meta.groups.1');
    await refused({ groups: [{ column: 'status' }], groupSort: { by: 'password' } }, 'meta.groupSort.by');
    await refused({ groups: [{ column: 'status' }], groupPath: ['new', 'paid'] }, 'meta.groupPath');
    await refused({ groupPath: ['new'] }, 'meta.groupPath');
    const month = { groups: [{ column: 'placed_at', step: 'month' }], groupPath: ['2026-01-02'] };
    expect((await refused(month, 'meta.groupPath.0')).message).toContain('send 2026-01-01');
  });

  it('accept hostile keys as keys, or refuse them', async () => {
    const keys = [
      ...[
        "' or 1=1 --",
        '%',
        '\\',
        '\0',
        '\ud800',
        '\u202e',
        '$1',
        '?',
        ':a',
        'NaN',
        'Infinity',
        '9'.repeat(40),
        '-0',
      ],
      ...['1e999', '0x10', '', ' ', '1.5', 'true', 12, -1, 1.5, 2 ** 53, true, null, {}, [], ['new']],
    ];
    for (const column of ['status', 'customer', 'number', 'quantity', 'total', 'cents', 'paid']) {
      for (const key of keys) {
        const meta = { groups: [{ column }], groupPath: [key] };
        const found = await tables.data('orders', { meta }).catch((error: unknown) => error);

        if (found instanceof Error) expect(found, `${column} ${String(key)}`).toMatchObject({ status: 422 });
        else expect(found).toMatchObject({ filters: true });
      }
    }
  });

  it('are refused for a distinct query', async () => {
    const distinct = tablesOf(database.db, distinctTable());
    await expectRefused(
      distinct.read('orders', { meta: { groups: [{ column: 'status' }] } }),
      'meta.groups.0.column',
    );
  });
});

function isoMonth(instant: unknown): string {
  return (instant as Date).toISOString().slice(0, 7);
}
