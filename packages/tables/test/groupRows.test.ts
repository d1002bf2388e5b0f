import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { createTables, type TableDefinition, type Tables } from '../src/index.ts';
import { actionShop } from './actionShop.ts';
import type { ActionShop } from './closing.ts';
import { type HttpServer, httpServers } from './httpServers.ts';
import { type Shop, type ShopOrder, shopOrders } from './shop.ts';
import { summariesTable, summariesTemplate } from './summaries.ts';
import { expectRefused, type LoggedDatabase } from './support.ts';

const size = 120;
const button = {
  ...{ type: 'global', icon: 'check', class: 'is-info', label: 'Close', action: 'ajax', method: 'PATCH' },
  routeSuffix: 'close',
};
const levels = [{ column: 'status' }, { column: 'placed_at', step: 'quarter' }];

describe.each(dialects)('rows of groups on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let definition: TableDefinition;
  let tables: Tables;
  let handled: number[] = [];
  const orders = shopOrders(size);

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    definition = summariesTable({
      template: { ...summariesTemplate, filters: [], buttons: [button] } as typeof summariesTemplate,
      actions: { close: { row: ({ dtRowId }) => void handled.push(Number(dtRowId)) } },
    });
    tables = createTables({ db: database.db, definitions: [definition] });
  });

  afterAll(() => database.destroy());

  const inQuarter = ({ placed_at }: ShopOrder, quarter: number) =>
    Math.floor((placed_at as Date).getUTCMonth() / 3) + 1 === quarter;
  const second = orders.filter((order) => order.status === 'new' && inQuarter(order, 2));
  const meta = { groups: levels, groupPath: ['new', '2026-04-01'] };

  it('are those that an export writes', async () => {
    const output = new PassThrough();
    const [file, { rows }] = await Promise.all([
      text(output),
      tables.exportRows('orders', { meta }, null, { output, format: 'csv' }),
    ]);
    const lines = file.trim().split('\r\n').slice(1);

    expect(second.length).toBeGreaterThan(2);
    expect(rows).toBe(second.length);
    for (const { number } of second) expect(lines.filter((line) => line.includes(number))).toHaveLength(1);
  });

  it('are those that an action handles, each once; of an open group all of its rows', async () => {
    await tables.runAction('orders', 'close', { meta }, null);
    expect(handled.sort((a, b) => a - b)).toEqual(second.map(({ id }) => id));

    handled = [];
    await tables.runAction('orders', 'close', { meta: { ...meta, groupPath: ['new'] } }, null);
    expect(handled.sort((a, b) => a - b)).toEqual(
      orders.filter(({ status }) => status === 'new').map(({ id }) => id),
    );
  });

  it('are not what facets and statistics have, so exports and actions refuse those', async () => {
    for (const [member, value] of [
      ['facets', ['orders.status']],
      ['statistics', 'total'],
    ] as const) {
      const payload = { meta: { [member]: value } };
      const output = new PassThrough();

      await expectRefused(tables.exportRows('orders', payload, null, { output }), `meta.${member}`);
      await expectRefused(tables.runAction('orders', 'close', payload, null), `meta.${member}`);
      await expectRefused(tables.request('orders', payload), `meta.${member}`);
    }
  });

  it.each(Object.keys(httpServers) as HttpServer[])(
    'are read over HTTP by %s, as is the rest',
    async (server) => {
      const { send, close } = await httpServers[server]({
        db: database.db as unknown as Kysely<Shop>,
        tables: [definition],
      });
      const json = async (query: string) => (await send(`/api/orders/tableData?${query}`)).json();
      const read = (request: object) =>
        json(`meta=${encodeURIComponent(JSON.stringify({ length: 1000, ...request }))}`);

      try {
        for (const request of [
          { groups: levels },
          meta,
          { facets: ['orders.status'] },
          { statistics: 'total' },
        ]) {
          const expected = await tables.read('orders', { meta: { length: 1000, ...request } });
          expect(await read(request)).toEqual(JSON.parse(JSON.stringify(expected)));
        }
        expect(await json('meta[groups][0][column]=status&meta[groupPath][]=new&meta[length]=1000')).toEqual(
          await read({ groups: [{ column: 'status' }], groupPath: ['new'] }),
        );
        expect(await json('meta[groups][0][column]=note')).toMatchObject({
          status: 422,
          errors: { 'meta.groups.0.column': [expect.stringContaining('"note" cannot be grouped by')] },
        });
      } finally {
        await close();
      }
    },
  );
});

describe.each(dialects)('what is not declared, on %s,', (dialect) => {
  it('changes no facet, statistic or group, with any value', async () => {
    const database = await actionShop(dialect, 60);
    const tables = createTables({ db: database.db, definitions: [summariesTable()] });
    const { columns } = tables.get('orders').template;
    const attempts = [
      ...[...columns.flatMap(({ data }) => data ?? []), 'customers.password', 'orders.customer_id'].map(
        (data) => ({ facets: [data] }),
      ),
      ...columns.flatMap(({ name }) => [{ statistics: name }, { groups: [{ column: name }] }]),
      ...columns.map(({ name }) => ({ groups: [{ column: name, step: 'day' }] })),
      ...columns.map(({ name }) => ({ groups: [{ column: 'paid' }], groupSort: { by: name } })),
    ];
    const attempt = (meta: object) =>
      tables.read('orders', { meta }).then(
        (response) => JSON.stringify(response),
        ({ status }: { status: number }) => status,
      );
    const before = await Promise.all(attempts.map(attempt));

    await database.db
      .updateTable('customers')
      .set((eb) => ({ password: eb.val('changed') }))
      .execute();
    const after = await Promise.all(attempts.map(attempt));

    expect(after).toEqual(before);
    expect(new Set(before.filter((result) => typeof result === 'number'))).toEqual(new Set([422]));
    expect(before.filter((result) => typeof result === 'string').length).toBeGreaterThan(20);
    expect(before.join('\n')).not.toContain('secret-');
    await database.destroy();
  });
});
