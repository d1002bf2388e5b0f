import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { InitResponse } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { planSheet } from '../src/export/planSheet.ts';
import { unzip } from '../src/export/writers/writers.fixture.ts';
import {
  defineTable,
  type ExportOrder,
  routeRegistry,
  type TableConfig,
  type TemplateJson,
} from '../src/index.ts';
import { tableQueries } from '../src/prepare/tableQueries.ts';
import { type HttpServer, httpServers } from './httpServers.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, refusal, tablesOf } from './support.ts';

interface Payments {
  payments: {
    id: number;
    amount: string | number;
    cents: number;
    day: string | Date;
    at: string | Date;
    note: string;
  };
}

const money = { symbol: '€', precision: 2 };
const tags = ['filterable', 'editable', 'groupable'] as const;
const template: TemplateJson = {
  routePrefix: 'payments',
  buttons: ['exportExcel'],
  columns: [
    { label: 'Amount', name: 'amount', data: 'payments.amount', money, meta: [...tags, 'total'] },
    { label: 'Cents', name: 'cents', data: 'payments.cents', money, meta: ['cents', 'total', 'filterable'] },
    {
      label: 'Count',
      name: 'count',
      data: 'payments.cents',
      number: {},
      meta: ['average'],
    },
    { label: 'Day', name: 'day', data: 'payments.day', meta: ['date', ...tags] },
    { label: 'At', name: 'at', data: 'payments.at', meta: ['datetime', 'filterable'] },
    {
      label: 'Fixed',
      name: 'fixed',
      data: 'payments.amount',
      money: { symbol: '€', precision: 2, decimal: '.', thousand: ',', format: '%s%v' },
      meta: ['total'],
    },
    { label: 'Fixed day', name: 'fixed_day', data: 'payments.day', dateFormat: 'Y/m/d', meta: ['date'] },
    { label: 'Half', name: 'half', data: 'payments.amount', money: { ...money, format: '%s %v' } },
  ],
};

const payments = defineTable({
  template,
  query: (db: Kysely<Payments>) =>
    db
      .selectFrom('payments')
      .select([
        ...(['id as dtRowId', 'amount', 'cents', 'cents as count', 'day', 'at', 'note'] as const),
        ...(['amount as fixed', 'day as fixed_day', 'amount as half'] as const),
      ]),
  edit: { columns: { amount: true, day: true } },
});

/** What was stored, by hand. */
const amount = '12345678901234567.891';
const german = { locale: 'de' };

describe.each(dialects)("formats in the reader's manner on %s", (dialect) => {
  let database: LoggedDatabase<Payments>;
  const routes = routeRegistry(
    ['init', 'tableData', 'exportExcel', 'edit'].map((name) => ({
      ...{ name: `payments.${name}`, path: `/payments/${name}`, methods: ['GET', 'POST', 'PATCH'] },
    })),
  );
  const tables = (config: Partial<TableConfig> = {}) => tablesOf(database.db, payments, config, routes);

  beforeAll(async () => {
    database = await loggedDatabase<Payments>(dialect);
    const instant = { postgres: sql`timestamptz`, mysql: sql`datetime(3)`, sqlite: sql`datetime` }[dialect];
    await database.db.schema
      .createTable('payments')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      // As text, SQLite keeps all of the digits.
      .addColumn('amount', dialect === 'sqlite' ? 'text' : sql`decimal(30, 3)`)
      .addColumn('cents', 'integer')
      .addColumn('day', 'date')
      .addColumn('at', instant)
      .addColumn('note', 'text')
      .execute();
    const at = (clock: string) => (dialect === 'postgres' ? `${clock}Z` : clock);
    await database.db
      .insertInto('payments')
      .values([
        { id: 1, amount, cents: 8739, day: '2026-07-01', at: at('2026-07-01 15:04:05'), note: 'a' },
        {
          id: 2,
          amount: '-84.090',
          cents: -123456,
          day: '2026-12-31',
          at: at('2026-12-31 23:30:00'),
          note: 'b',
        },
      ])
      .execute();
  });

  afterAll(() => database.destroy());

  const cells = async (payload: object, config?: Partial<TableConfig>) => {
    const { data } = await tables(config).data('payments', payload);

    return data as Record<string, unknown>[];
  };

  it('write cells as the language of the request does, but not what the template fixes', async () => {
    expect(await cells(german)).toMatchObject([
      {
        ...{ amount: '12.345.678.901.234.567,89', cents: '87,39', count: '8.739', day: '01.07.2026' },
        ...{ at: '01.07.2026 15:04:05', fixed: '12,345,678,901,234,567.89', fixed_day: '2026/07/01' },
        ...{ half: '12.345.678.901.234.567,89', _exact: { amount, fixed: amount, half: amount } },
      },
      {
        ...{ amount: '-84,09', cents: '-1.234,56', count: '-123.456', day: '31.12.2026' },
        ...{ at: '31.12.2026 23:30:00', fixed: '-84.09', fixed_day: '2026/12/31', half: '-84,09' },
      },
    ]);
    expect((await cells({ locale: 'fr' }))[1]).toMatchObject({
      cents: '-1\u202f234,56',
      at: '31/12/2026 23:30:00',
    });
    expect((await cells({ locale: 'es' }))[1]).toMatchObject({ cents: '-1234,56', day: '31/12/2026' });
    expect((await cells({ locale: 'ar' }))[1]).toMatchObject({ cents: '\u200e-1,234.56', day: '31/12/2026' });
    expect((await cells({ locale: 'en-US' }))[1]).toMatchObject({ cents: '-1,234.56', day: '12/31/2026' });
  });

  it('are the defaults without a language, for plain English and for a language without formats', async () => {
    const expected = { cents: '-1,234.56', day: '31-12-2026', at: '31-12-2026 23:30:00', fixed: '-84.09' };

    for (const locale of [undefined, null, '', 'en', 'xx', 'tlh']) {
      expect((await cells({ locale }))[1]).toMatchObject(expected);
    }
    expect((await cells(german))[1]).toMatchObject({ day: '31.12.2026' });
    expect((await cells({}))[1]).toMatchObject(expected);
  });

  it('are those of the configuration where it has others than the defaults', async () => {
    expect((await cells(german, { dateFormat: 'j M Y' }))[1]).toMatchObject({
      ...{ day: '31 Dec 2026', at: '31.12.2026 23:30:00', cents: '-1.234,56' },
    });
  });

  it('apply in the time zone of the request', async () => {
    const { data } = await tables().data('payments', german, null, { timeZone: 'Europe/Berlin' });

    expect(data).toMatchObject([{ at: '01.07.2026 17:04:05' }, { at: '01.01.2027 00:30:00' }]);
  });

  it('refuse what is no language', async () => {
    for (const locale of ['de_DE', 'not a language', 5, ['de']]) {
      await expectRefused(tables().data('payments', { locale }), 'locale');
    }
    expect((await refusal(tables().init('payments', null, { locale: 'de_DE' }))).status).toBe(422);
  });

  it('apply to totals, groups and statistics, also of equal requests at the same time', async () => {
    const served = tables();
    const locales = ['de', 'en', 'fr'];
    const of = async (meta: object) =>
      Promise.all(locales.map((locale) => served.read('payments', { locale, meta })));

    expect(await of({})).toMatchObject([
      { total: { cents: '-1.147,17', count: '-57.359' } },
      { total: { cents: '-1,147.17', count: '-57,359' } },
      { total: { cents: '-1\u202f147,17', count: '-57\u202f359' } },
    ]);
    expect(await of({ statistics: 'amount' })).toMatchObject([
      { statistics: { min: '-84,09', max: '12.345.678.901.234.567,89' } },
      { statistics: { min: '-84.09', max: '12,345,678,901,234,567.89' } },
      { statistics: { min: '-84,09', max: '12\u202f345\u202f678\u202f901\u202f234\u202f567,89' } },
    ]);
    expect(await of({ statistics: 'day' })).toMatchObject([
      { statistics: { min: '01.07.2026', max: '31.12.2026' } },
      { statistics: { min: '01-07-2026', max: '31-12-2026' } },
      { statistics: { min: '01/07/2026', max: '31/12/2026' } },
    ]);
    expect(await of({ groups: [{ column: 'day', step: 'day' }] })).toMatchObject([
      { groups: [{ label: '01.07.2026' }, { label: '31.12.2026', total: { cents: '-1.234,56' } }] },
      { groups: [{ label: '01-07-2026' }, { label: '31-12-2026', total: { cents: '-1,234.56' } }] },
      { groups: [{ label: '01/07/2026' }, { label: '31/12/2026', total: { cents: '-1\u202f234,56' } }] },
    ]);
    const [byAmount] = await of({ groups: [{ column: 'amount' }] });
    expect(byAmount).toMatchObject({
      groups: expect.arrayContaining([expect.objectContaining({ label: '-84,09' })]),
    });
  });

  it('of statistics are in the time zone of each of two equal requests at the same time', async () => {
    const served = tables();
    const meta = { statistics: 'at' };
    const responses = await Promise.all(
      ['UTC', 'Europe/Berlin'].map((timeZone) => served.read('payments', { meta }, null, { timeZone })),
    );

    expect(responses).toMatchObject([
      { statistics: { max: '31-12-2026 23:30:00' } },
      { statistics: { max: '01-01-2027 00:30:00' } },
    ]);
  });

  it('are described by init, whose paths ask for them', async () => {
    const init = async (locale?: string) =>
      (await tables().init('payments', null, { locale })) as InitResponse;
    const { template: plain } = await init();
    expect((await init('en')).template).toEqual(plain);
    const { template: told } = await init('de');
    const found = (name: string) => told.columns.find((column) => column.name === name);

    expect(told).toMatchObject({ dateFormat: 'd.m.Y', readPath: `${plain.readPath}?locale=de` });
    expect(told.edit?.path).toBe(`${plain.edit?.path}?locale=de`);
    expect(found('day')?.dateFormat).toBe('d.m.Y');
    expect(found('at')?.dateFormat).toBe('d.m.Y H:i:s');
    expect(found('fixed_day')?.dateFormat).toBe('Y/m/d');
    const german = { symbol: '€', decimal: ',', thousand: '.', precision: 2, locale: 'de' };
    expect(found('amount')?.number).toEqual({ ...german, template: '%v\u00a0%s' });
    expect(found('half')?.number).toEqual({ ...german, template: '%s %v' });
    expect(found('fixed')?.number).toEqual({ ...german, decimal: '.', thousand: ',', template: '%s%v' });
    expect((await init('en-US')).template.columns[0]?.number).toMatchObject({
      ...{ template: '%s%v', negative: '-%s%v' },
    });
  });

  it('are compared with the cell that an editor has seen', async () => {
    const edit = (expected: string, locale?: string) =>
      tables().edit('payments', { row: 2, column: 'amount', value: '-85.09', expected, locale });

    expect((await refusal(edit('-84.09', 'de'))).status).toBe(409);
    expect((await edit('-84,09', 'de')).row).toMatchObject({ amount: '-85,09', day: '31.12.2026' });
    expect((await edit('-85.09')).row).toMatchObject({ amount: '-85.09' });
    await database.db.updateTable('payments').set({ amount: '-84.090' }).where('id', '=', 2).execute();
  });

  it('are those of a file, whose dates and numbers stay such', async () => {
    const plan = async (payload: object) => {
      const served = tables();
      const query = await tableQueries(served.runtime, served.get('payments')).prepare(payload, null);

      return planSheet(query, { format: 'xlsx' }).columns.map(({ format }) => format);
    };
    const [amounts, , , day, at, , fixedDay] = await plan(german);
    expect(amounts).toMatchObject({ kind: 'number', number: { format: '%v\u00a0%s' } });
    expect([day, at, fixedDay]).toMatchObject([
      { date: { pattern: 'd.m.Y' } },
      { date: { pattern: 'd.m.Y H:i:s' } },
      { date: { pattern: 'Y/m/d' } },
    ]);
    const written = async (format: 'csv' | 'xlsx') => {
      const output = new PassThrough();
      const file = format === 'csv' ? text(output) : buffer(output);
      await tables().exportRows('payments', german, null, { format, output });

      return file;
    };
    expect(await written('csv')).toContain(
      '-84.090,-1234.56,-123456,31.12.2026,31.12.2026 23:30:00,-84.090,2026/12/31,-84.090',
    );
    const styles = unzip((await written('xlsx')) as Buffer)['xl/styles.xml']?.replaceAll('&quot;', '"') ?? '';
    for (const code of ['#,##0.00"\u00a0€"', '"€"#,##0.00', 'dd\\.mm\\.yyyy', 'yyyy\\/mm\\/dd']) {
      expect(styles).toContain(`"${code}"`);
    }
  });

  it.each(Object.keys(httpServers) as HttpServer[])(
    'are in the paths of each request by %s',
    async (server) => {
      const orders: ExportOrder[] = [];
      const start = async (order: ExportOrder) => {
        orders.push(order);

        return { message: '', export: { id: '1' } as never };
      };
      const app = await httpServers[server]({
        ...{ db: database.db, tables: [payments], exports: { start }, development: false },
      });
      const get = async <T>(path: string) => (await (await app.send(path)).json()) as T;
      const send = (path = '', method = 'POST', body: object = { meta: {} }) =>
        app.send(path, {
          method,
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
      const { template: told } = await get<InitResponse>('/api/payments/init?params=&locale=de');
      const german = { data: [{}, { amount: '-84,09', day: '31.12.2026' }], total: { cents: '-1.147,17' } };

      expect(await get(`${told.readPath}&meta[total]=true`)).toMatchObject(german);
      expect(await (await send(told.readPath)).json()).toMatchObject(german);
      expect(await (await send(told.readPath, 'POST', { locale: 'en' })).json()).toMatchObject({
        data: [{}, { amount: '-84.09' }],
      });
      const edited = await send(told.edit?.path, 'PATCH', {
        row: 1,
        column: 'day',
        value: '2026-07-01',
        expected: '01.07.2026',
      });
      expect(await edited.json()).toMatchObject({ row: { day: '01.07.2026' } });
      const [button] = told.buttons.global;
      expect((await send(button?.path)).status).toBe(202);
      expect(orders[0]).toMatchObject({ payload: { locale: 'de' }, request: { locale: 'de' } });
      expect((await app.send('/api/payments/init?locale=%3F')).status).toBe(422);
      await app.close();
    },
  );
});
