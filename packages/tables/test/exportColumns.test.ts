import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { planSheet } from '../src/export/planSheet.ts';
import type { ExportRun, TableDefinition, TemplateJson } from '../src/index.ts';
import { tableQueries } from '../src/prepare/tableQueries.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';
import { type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

describe.each(dialects)('the columns of an export on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;

  beforeAll(async () => {
    database = await loggedDatabase<Shop>(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, 10);
  });

  afterAll(() => database.destroy());

  /** The template with tags added to columns, by name. */
  function tagged(tags: Record<string, string[]>): TemplateJson {
    const columns = ordersTemplate.columns.map((column) => ({
      ...column,
      meta: [...(column.meta ?? []), ...(tags[column.name] ?? [])],
    }));

    return { ...ordersTemplate, columns } as unknown as TemplateJson;
  }

  async function plan(
    payload: unknown,
    {
      template = ordersTemplate,
      more = {},
      translate,
    }: {
      template?: TemplateJson;
      more?: Partial<TableDefinition>;
      translate?: (text: string) => string;
    } = {},
  ) {
    const tables = tablesOf(database.db, ordersTable(template, more), { timeZone: 'Europe/Bucharest' });

    return planSheet(await tableQueries(tables.runtime, tables.get('orders')).prepare(payload, null), {
      format: 'xlsx',
      translate,
    });
  }

  const names = async (payload: unknown, template: TemplateJson) =>
    (await plan(payload, { template })).columns.map(({ path }) => path.join('.'));

  const allBut = (...names: string[]) =>
    ordersTemplate.columns.map(({ name }) => name).filter((name) => !names.includes(name));

  it('are those of the template, in its order, except rogue and not exportable ones', async () => {
    expect(await names({}, ordersTemplate)).toEqual(allBut());
    expect(await names({}, tagged({ note: ['rogue'], paid: ['notExportable'] }))).toEqual(
      allBut('note', 'paid'),
    );
    expect(
      await names({ columns: [{ name: 'note', meta: { visible: true } }] }, tagged({ note: ['rogue'] })),
    ).toEqual(allBut('note'));
  });

  it('are visible as in the request, or else as in the template', async () => {
    const template = tagged({ note: ['notVisible'], paid: ['notVisible'] });
    const say = (name: string, visible?: boolean) => ({ name, meta: { sort: null, visible } });

    expect(await names({}, template)).toEqual(allBut('note', 'paid'));
    expect(await names({ columns: [say('note', true)] }, template)).toEqual(allBut('paid'));
    expect(await names({ columns: [say('number', false), say('note')] }, template)).toEqual(
      allBut('number', 'note', 'paid'),
    );
    // As clients do that send every column.
    expect(await names({ columns: allBut().map((name) => say(name, name !== 'total')) }, template)).toEqual(
      allBut('total'),
    );
  });

  it('have the type of their tags, or else of the database', async () => {
    const { name, columns } = await plan({}, { template: tagged({ note: ['translatable'] }) });
    const formats = Object.fromEntries(columns.map(({ path, format }) => [path.join('.'), format]));

    expect(name).toBe('Orders');
    expect(Object.entries(formats).map(([column, { kind }]) => [column, kind])).toEqual([
      ['number', 'plain'],
      ['customer', 'plain'],
      ['status', 'enum'],
      ['total', 'number'],
      ['cents', 'number'],
      // No tag says so.
      ['quantity', 'number'],
      ['paid', 'boolean'],
      ['placed_at', 'date'],
      ['delivered_on', 'date'],
      ['note', 'plain'],
    ]);
    expect(formats.total).toMatchObject({
      cents: false,
      number: { symbol: '€', precision: 2, thousand: ',' },
    });
    expect(formats.cents).toMatchObject({ cents: true, number: { precision: 2 } });
    expect(formats.quantity).toMatchObject({ cents: false, number: null });
    expect(formats.status).toMatchObject({ labels: { new: 'NEW', lost: 'LOST' } });
    expect(formats.delivered_on).toMatchObject({
      date: { pattern: 'd-m-Y', timeZone: 'Europe/Bucharest', stored: { kind: 'date' } },
    });
    expect(formats.placed_at).toMatchObject({
      date: { stored: { kind: dialect === 'postgres' ? 'timestamptz' : 'timestamp' } },
    });
    expect(formats.note?.kind === 'plain' && formats.note.translate?.('a')).toBe('a');
    expect(formats.number?.kind === 'plain' && formats.number.translate).toBeNull();
  });

  it('use nested properties of the database, and nothing of computed columns', async () => {
    const template = {
      ...ordersTemplate,
      columns: [
        { label: 'Buyer', name: 'buyer.id' },
        { label: 'Made', name: 'quantity', data: 'orders.quantity', meta: ['method'] },
      ],
      filters: [],
    } as unknown as TemplateJson;
    const more: Partial<TableDefinition> = { methods: { quantity: () => '007' } };
    const { columns } = await plan({}, { template, more });

    expect(columns.map(({ path, format }) => [path, format.kind])).toEqual([
      [['buyer', 'id'], 'number'],
      [['quantity'], 'plain'],
    ]);
  });

  it('are translated: name, headers, labels and translatable values', async () => {
    const translate = (each: string) => `${each} (ro)`;
    const { name, columns } = await plan({}, { template: tagged({ customer: ['translatable'] }), translate });
    const [, customer, status] = columns;

    expect([name, customer?.header, status?.header]).toEqual(['Orders (ro)', 'Customer (ro)', 'Status (ro)']);
    expect(status?.format).toMatchObject({ labels: { new: 'NEW (ro)' } });
    expect(customer?.format.kind === 'plain' && customer.format.translate?.('Ada')).toBe('Ada (ro)');
  });

  it('are written alike in every format', async () => {
    const tables = tablesOf(database.db, ordersTable(), { timeZone: 'Europe/Bucharest' });
    const payload = { filters: { orders: { number: 'R-00074' } } };
    const run = async <Content>(
      format: ExportRun['format'],
      content: (output: PassThrough) => Promise<Content>,
    ) => {
      const output = new PassThrough();
      const reading = content(output);
      await tables.exportRows('orders', payload, null, { output, format });

      return reading;
    };
    const screen = (await tables.data('orders', payload)).data[0] as Record<string, unknown>;
    const csv = (await run('csv', text)).split('\r\n');
    const [header, cells] = (await readSheet(await run('xlsx', buffer))) as unknown[][];

    expect(csv).toHaveLength(3);
    expect(csv[0]).toBe(header?.join(','));
    expect(csv[1]).toBe(
      `R-00074,Ωμέγα,${String(screen.status).toUpperCase()},2006.14,0.26,2,true,${screen.placed_at},${screen.delivered_on},it's 100% “sure”`,
    );
    expect(cells?.slice(0, 7)).toEqual(['R-00074', 'Ωμέγα', 'PACKED', 2006.14, 0.26, 2, true]);
    expect(cells?.[8]).toEqual(new Date('2026-01-03T00:00:00Z'));
  });
});
