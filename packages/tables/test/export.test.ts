import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { ExportRun, TableDefinition, TemplateJson } from '../src/index.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop, type ShopOrder } from './shop.ts';
import { expectRefused, idsBySql, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

/** Rows of the small table, and of the one that takes a while. */
const few = 2_345;

describe.each(dialects)('an export on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let orders: readonly ShopOrder[];

  beforeAll(async () => {
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
    orders = await fillShop(database.db, dialect, few);
  });

  afterAll(() => database.destroy());

  async function exportRows(
    payload: unknown,
    {
      template = ordersTemplate,
      more = {},
      ...run
    }: Partial<ExportRun> & { template?: TemplateJson; more?: Partial<TableDefinition> } = {},
  ) {
    const tables = tablesOf(database.db, ordersTable(template, more));
    const output = new PassThrough();
    const reading = buffer(output).catch(() => Buffer.alloc(0));
    const result = await tables.exportRows('orders', payload, null, { output, ...run });
    const file = await reading;

    return { ...result, file };
  }

  /** Rows of the file without its header, and the header. */
  async function read(file: Buffer) {
    const [header = [], ...rows] = (await readSheet(file)) as unknown[][];

    return { header, rows };
  }

  const numbersBySql = async (where: string, order: string) => {
    const ids = await idsBySql(database.db, `select id from orders where ${where} order by ${order}`);
    const numbers = new Map(orders.map(({ id, number }) => [id, number]));

    return ids.map((id) => numbers.get(id));
  };

  it('has all rows that match, in the order of the screen, on no page', async () => {
    const wanted = await numbersBySql("status = 'sent'", 'total desc, id desc');
    const { file, ...result } = await exportRows({
      filters: { orders: { status: 'sent' } },
      columns: [{ name: 'total', meta: { sort: 'DESC' } }],
      meta: { start: 10, length: 10 },
    });
    const { rows } = await read(file);

    expect(wanted.length).toBeGreaterThan(100);
    expect(rows.map(([number]) => number)).toEqual(wanted);
    expect(result).toEqual({ rows: wanted.length, sheets: 1 });
  });

  it('has typed cells under the labels of the columns', async () => {
    const { file } = await exportRows({ meta: { search: 'Ærø' }, columns: [] });
    const { header, rows } = await read(file);
    const [first] = rows;
    const order = orders.find(({ number }) => number === first?.[0]);

    expect(header).toEqual(ordersTemplate.columns.map(({ label }) => label));
    expect(rows.length).toBeGreaterThan(0);
    expect(first?.[2]).toBe(order?.status.toUpperCase());
    expect(first?.[3]).toBe(Number(order?.total));
    expect(first?.[4]).toBe((order?.cents ?? 0) / 100);
    expect(first?.[5]).toBe(order?.quantity);
    expect(first?.[6]).toBe(order?.paid);
    // Serial numbers are fractions of days, of which the reader cuts the milliseconds off.
    expect(Math.abs(Number(first?.[7]) - Number(order?.placed_at))).toBeLessThanOrEqual(1);
    expect(first?.[8]).toEqual(order?.delivered_on ?? null);
    expect(first?.[9]).toBe(order?.note);
  });

  it('omits columns that are rogue, not exportable or hidden, and reads nested names', async () => {
    const columns = [
      ...ordersTemplate.columns.map((column) => ({
        ...column,
        meta: [
          ...(column.meta ?? []),
          ...(column.name === 'note' ? (['rogue'] as const) : []),
          ...(column.name === 'quantity' ? (['notExportable'] as const) : []),
          ...(column.name === 'cents' ? (['notVisible'] as const) : []),
        ],
      })),
      { label: 'Buyer', name: 'buyer.name' },
      { label: 'Loud', name: 'loud', meta: ['method'] },
    ];
    const template = { ...ordersTemplate, columns } as unknown as TemplateJson;
    const more: Partial<TableDefinition> = { methods: { loud: ({ number }) => `${number}!` } };
    const { file } = await exportRows(
      { columns: [{ name: 'paid', meta: { visible: false } }] },
      { template, more },
    );
    const { header, rows } = await read(file);

    expect(header).toEqual(['Number', 'Customer', 'Status', 'Total', 'Placed', 'Delivered', 'Buyer', 'Loud']);
    expect(rows).toHaveLength(few);
    expect(rows.every((row) => row[1] === row[6])).toBe(true);
    expect(rows[0]?.[7]).toBe(`${rows[0]?.[0]}!`);
  });

  it('reports the total before the first row, and the number of written rows', async () => {
    const reported: (string | number)[] = [];
    await exportRows(
      {},
      { onStart: (total) => reported.push(`of ${total}`), onProgress: (entries) => reported.push(entries) },
    );

    expect(reported).toEqual([`of ${few}`, 1000, 2000, few]);
  });

  it('has a header when nothing matches', async () => {
    const { file, rows } = await exportRows({ meta: { search: 'no such order' } });

    expect(rows).toBe(0);
    expect((await read(file)).header[0]).toBe('Number');
  });

  it('can be a CSV file', async () => {
    const { file } = await exportRows({ filters: { orders: { status: 'new' } } }, { format: 'csv' });
    const wanted = await numbersBySql("status = 'new'", 'id asc');
    const lines = file
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');

    expect(lines[0]).toMatch(/^Number,Customer,Status/);
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(wanted);
  });

  it('refuses what the table does not declare', async () => {
    const run = exportRows({ filters: { customers: { password: 'x' } } });

    await expectRefused(run, 'filters.customers.password');
  });

  it('ends immediately when it is cancelled, with the reason', async () => {
    const stop = new AbortController();
    const reason = new Error('cancelled by the user');
    const output = new PassThrough();
    const run = tablesOf(database.db, ordersTable()).exportRows('orders', {}, null, {
      output,
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    });
    output.resume();

    await expect(run).rejects.toBe(reason);
    expect(output.destroyed).toBe(true);
    // No connection was left behind in a transaction.
    for (let index = 0; index < 12; index++)
      await database.db.selectFrom('orders').select('id').limit(1).execute();
  });

  it('leaves an output that has ended unchanged after a later abort', async () => {
    const stop = new AbortController();
    const output = new Writable({ autoDestroy: false, write: (_chunk, _encoding, done) => done() });
    const tables = tablesOf(database.db, ordersTable());
    await tables.exportRows('orders', {}, null, { output, signal: stop.signal });
    stop.abort();

    expect(output.writableFinished).toBe(true);
    expect(output.destroyed).toBe(false);
  });

  it('fails with the output: a full disk is reported unchanged', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const output = new Writable({ write: (_chunk, _encoding, done) => done(full) });
    const run = tablesOf(database.db, ordersTable()).exportRows('orders', {}, null, { output });

    await expect(run).rejects.toBe(full);
  });

  // SQLite has one connection, which the export has.
  if (dialect !== 'sqlite')
    it('is of one instant while others write', async () => {
      const output = new PassThrough();
      const all = await numbersBySql('1 = 1', 'id asc');
      const others = database.db as Kysely<Shop>;
      let writing: Promise<unknown> = Promise.resolve();
      const run = tablesOf(database.db, ordersTable()).exportRows('orders', {}, null, {
        output,
        onStart: () => {
          writing = others.transaction().execute(async (transaction) => {
            await transaction.deleteFrom('orders').where('id', '>', 1000).execute();
            await transaction.updateTable('orders').set({ number: 'changed' }).execute();
          });
        },
      });
      const [, file] = await Promise.all([run, buffer(output)]);
      await writing;

      expect((await read(file)).rows.map(([number]) => number)).toEqual(all);
      expect(
        await database.db.selectFrom('orders').select('id').where('number', '<>', 'changed').execute(),
      ).toEqual([]);
    });
});
