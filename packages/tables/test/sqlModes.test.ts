import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, inSqlMode } from '../../../test/databases.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, closing } from './closing.ts';
import type { LoggedDatabase } from './support.ts';

const size = 40;

describe.each(dialects.filter((dialect) => dialect === 'mysql'))('sessions of %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let strict: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    strict = inSqlMode<ActionShop>(database.url as string, 'NO_BACKSLASH_ESCAPES');
  });

  afterAll(async () => {
    await strict.destroy();
    await database.destroy();
  });

  const injections = ["' or 1=1 -- ", "\\' or 1=1 -- ", "') or 1=1 -- ", "x' or 'x' = 'x", '" or 1=1 -- '];

  it.each(injections)('read %j as a text if backslashes escape nothing', async (text) => {
    const tables = closingTables(strict, closing({ row: () => undefined }));

    for (const request of [
      { filters: { orders: { number: text } } },
      { filters: { orders: { number: [text, `${text}x`] } } },
      { internalFilters: [{ data: 'orders.number', type: 'string', mode: 'exactMatch', value: text }] },
      { meta: { search: text, searchMode: 'exactMatch' } },
    ]) {
      const { filtered, data } = await tables.data('orders', request);
      expect([request, filtered, data]).toEqual([request, 0, []]);
      expect((await tables.runAction('orders', 'close', request, null)).processed).toBe(0);
    }
  });

  it('keep the failures of an action as they were', async () => {
    const message = `It's "refused" \\ '), (1, 2, 'x`;
    const tables = closingTables(
      strict,
      closing({
        row: () => {
          throw new Error(message);
        },
      }),
    );
    const { failed, failures } = await tables.runAction('orders', 'close', {}, null);

    expect(failed).toBe(size);
    expect(failures).toHaveLength(size);
    expect(failures[0]?.message).toContain('failed on this row');
  });
});
