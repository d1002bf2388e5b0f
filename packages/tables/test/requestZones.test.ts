import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { tables as plugin } from '../src/fastify/tables.ts';
import {
  type ActionOrder,
  createTables,
  type ExportOrder,
  installActionRuns,
  type TableDefinition,
  type TemplateInput,
  tableConfig,
} from '../src/index.ts';
import { createMoments, type Moments, momentsTable } from './moments.ts';
import { type LoggedDatabase, loggedDatabase } from './support.ts';

const instants = ['2026-07-01T03:30:00Z', '2026-07-01T12:00:00Z', '2026-07-01T20:15:00Z'];
/** Looked up by hand: what the clocks of each zone show, and which of the instants are on its 1 July. */
const shown = {
  'America/New_York': { cells: ['30-06-2026 23:30', '01-07-2026 08:00', '01-07-2026 16:15'], on: [2, 3] },
  'Asia/Tokyo': { cells: ['01-07-2026 12:30', '01-07-2026 21:00', '02-07-2026 05:15'], on: [1, 2] },
  UTC: { cells: ['01-07-2026 03:30', '01-07-2026 12:00', '01-07-2026 20:15'], on: [1, 2, 3] },
};
type Zone = keyof typeof shown;
const zones = Object.keys(shown) as Zone[];
const onDay = { filters: { moments: { at: '2026-07-01' } } };

describe.each(dialects)('the time zone of a request on %s', (dialect) => {
  let database: LoggedDatabase<Moments>;
  const acted: string[] = [];

  const definition: TableDefinition = {
    ...momentsTable([
      {
        label: 'At',
        name: 'at',
        data: 'moments.at',
        dateFormat: 'd-m-Y H:i',
        meta: ['datetime', 'filterable', 'sort:ASC'],
      },
    ]),
    actions: {
      touch: { row: ({ dtRowId }, { timeZone }) => void acted.push(`${dtRowId} ${timeZone}`) },
    },
  };
  const touching = ['touch', 'later'].map((name) => ({
    type: 'global',
    name,
    label: name,
    class: '',
    icon: 'check',
    action: 'ajax',
    method: 'POST',
    routeSuffix: name,
  }));
  const withButtons = {
    ...definition,
    template: { ...(definition.template as TemplateInput), buttons: touching },
    actions: { ...definition.actions, later: { background: true, row: () => undefined } },
  };
  const tables = () =>
    createTables({ db: database.db, definitions: [definition], config: tableConfig({ timeZone: 'UTC' }) });

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createMoments(
      database.db,
      dialect,
      instants.map((at) => ({ at: new Date(at), day: null })),
    );
    await installActionRuns(database.db);
  });

  afterAll(() => database.destroy());

  const ids = ({ data }: DataResponse) => data.map((row) => Number((row as { dtRowId: unknown }).dtRowId));
  const cells = ({ data }: DataResponse) => data.map((row) => (row as { at: unknown }).at);

  it('applies to its cells and its filters, regardless of earlier requests', async () => {
    const served = tables();
    for (const zone of [...zones, ...zones]) {
      const options = { timeZone: zone === 'UTC' ? null : zone };
      const all = await served.data('moments', {}, null, options);
      expect([zone, cells(all)]).toEqual([zone, shown[zone].cells]);
      const found = await served.data('moments', onDay, null, options);
      expect([zone, ids(found), found.filtered]).toEqual([zone, shown[zone].on, shown[zone].on.length]);
    }
  });

  it('is the same for requests at the same moment', async () => {
    const served = tables();
    const asked = [...zones, ...zones, ...zones];
    const found = await Promise.all(
      asked.map((timeZone) => served.data('moments', onDay, null, { timeZone })),
    );
    expect(found.map(cells)).toEqual(
      asked.map((zone) => shown[zone].on.map((id) => shown[zone].cells[id - 1])),
    );
  });

  it('is that of its files and actions, too', async () => {
    const served = tables();
    for (const timeZone of zones) {
      const output = new PassThrough();
      const [written] = await Promise.all([
        text(output),
        served.exportRows('moments', onDay, null, { format: 'csv', output, timeZone }),
      ]);
      const expected = shown[timeZone].on.map((id) => shown[timeZone].cells[id - 1]);
      expect(written.replace('\ufeff', '').trim().split('\r\n').slice(1)).toEqual(expected);

      acted.length = 0;
      await served.runAction('moments', 'touch', onDay, null, { timeZone });
      expect(acted).toEqual(shown[timeZone].on.map((id) => `${id} ${timeZone}`));
    }
  });

  it('is set by the application, returned by init, and part of queued requests', async () => {
    const orders: (ExportOrder | ActionOrder)[] = [];
    const taken = (order: ExportOrder | ActionOrder) => {
      orders.push(order);
      return { id: '1' } as never;
    };
    const app = fastify();
    await app.register(plugin, {
      db: database.db as Kysely<Moments>,
      tables: [withButtons],
      timeZone: ({ headers }) => (headers['x-zone'] as string | undefined) ?? null,
      exports: { start: async (order) => ({ message: '', export: taken(order) }) },
      actionJobs: { start: async (order) => ({ job: taken(order) }) },
    });
    const send = (method: 'GET' | 'POST', path: string, zone?: string) =>
      app.inject({
        method,
        url: `/moments/${path}`,
        headers: zone ? { 'x-zone': zone } : {},
        ...(method === 'POST' && { payload: { ...onDay, meta: {} } }),
      });

    expect((await send('GET', 'init')).json<InitResponse>().template.timeZone).toBe('UTC');
    expect((await send('GET', 'init', 'asia/tokyo')).json<InitResponse>().template.timeZone).toBe(
      'Asia/Tokyo',
    );
    expect(ids((await send('POST', 'tableData', 'Asia/Tokyo')).json())).toEqual(shown['Asia/Tokyo'].on);
    acted.length = 0;
    expect((await send('POST', 'touch', 'America/New_York')).statusCode).toBe(200);
    expect(acted).toEqual(['2 America/New_York', '3 America/New_York']);
    expect((await send('POST', 'exportExcel', 'Asia/Tokyo')).statusCode).toBe(202);
    expect((await send('POST', 'later', 'America/New_York')).statusCode).toBe(202);
    expect(orders.map(({ timeZone }) => timeZone)).toEqual(['Asia/Tokyo', 'America/New_York']);
    await app.close();
  });

  it('has to exist', async () => {
    await expect(tables().data('moments', {}, null, { timeZone: '+02:00' })).rejects.toThrow(
      '"+02:00" is not a time zone. Give an IANA name such as Europe/Berlin, or null for the configured zone.',
    );
  });
});
