import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { Tables } from '../src/index.ts';
import { orderedBySql, sortedBy } from './orderedBySql.ts';
import { createShop, fillShop, ordersTable, type Shop } from './shop.ts';
import { idsBySql, idsOf, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const size = 100_000;

describe.each(dialects)('a walk over 100,000 rows on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, size);
    tables = tablesOf(database.db, ordersTable());
  });

  afterAll(() => database.destroy());

  it.each([
    { name: 'status', column: 'orders.status', direction: 'ASC' },
    { name: 'status', column: 'orders.status', direction: 'DESC' },
    { name: 'customer', column: 'customers.name', direction: 'ASC' },
    { name: 'quantity', column: 'orders.quantity', direction: 'DESC', nullLast: true },
  ] as const)('meets each row exactly once, by $name $direction', async (term) => {
    const seen: number[] = [];

    for (let start = 0; start < size; start += 1000) {
      const columns = sortedBy([term.name, term.direction]);
      seen.push(...idsOf(await tables.data('orders', { columns, meta: { start, length: 1000 } })));
    }

    expect(new Set(seen).size).toBe(size);
    expect(seen).toEqual(await idsBySql(database.db, orderedBySql(dialect, [term])));
  });
});
