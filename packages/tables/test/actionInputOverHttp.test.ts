import type { ActionForm, ActionPreview, ActionResponse, InitResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { TableDefinition } from '../src/index.ts';
import { actionShop } from './actionShop.ts';
import { type ActionShop, actionTemplate } from './closing.ts';
import { type HttpApp, type HttpServer, httpServers } from './httpServers.ts';
import { ordersTable } from './shop.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';

const servers = Object.keys(httpServers) as HttpServer[];
const orders: TableDefinition = ordersTable({
  ...actionTemplate,
  selectable: true,
  buttons: actionTemplate.buttons.map((button) => ({ ...button, selection: true })),
  actions: {
    close: {
      input: { status: {}, cents: { label: 'Fee', permission: 'fees', required: false } },
      update: {
        set: { status: { input: 'status' }, cents: { input: 'cents' } },
        refuse: [{ when: { status: 'lost' }, message: '{number} is lost.' }],
      },
    },
  },
} as never);

describe.each(servers.flatMap((server) => dialects.map((dialect) => ({ server, dialect }))))(
  'the input of an action by $server on $dialect',
  ({ server, dialect }) => {
    let database: LoggedDatabase<ActionShop>;
    let app: HttpApp;
    let permitted: readonly string[] = [];
    beforeAll(async () => {
      database = await actionShop(dialect, 20);
      app = await httpServers[server]({
        db: database.db,
        tables: [orders],
        access: { user: () => 'ada', permits: (_user, name) => permitted.includes(name) },
      });
    });
    afterAll(async () => {
      await app?.close();
      await database?.destroy();
    });

    const send = async <Body>(method: string, path: string, body?: unknown) => {
      const response = await app.send(`/api/orders/${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });

      return { status: response.status, body: (await response.json()) as Body };
    };

    it('is asked for by a form, previewed, sent with the selection, and refused by field', async () => {
      permitted = ['orders.init', 'orders.tableData', 'orders.close'];
      const { body: init } = await send<InitResponse>('GET', 'init?locale=de');
      const [button] = init.template.buttons.global;
      expect(button).toMatchObject({
        path: '/api/orders/close?locale=de',
        form: '/api/orders/close/form?locale=de',
        preview: '/api/orders/close/preview?locale=de',
      });
      const form = await send<ActionForm>('GET', 'close/form');
      expect([form.status, form.body.fields.map(({ name }) => name)]).toEqual([200, ['status']]);
      permitted = [...permitted, 'fees'];
      const all = await send<ActionForm>('GET', 'close/form');
      expect(all.body.fields.map(({ name, label }) => [name, label])).toEqual([
        ['status', 'Status'],
        ['cents', 'Fee'],
      ]);
      const [id, lost] = [
        ...(await idsBySql(database.db, "select id from orders where status = 'new' order by id")),
        ...(await idsBySql(database.db, "select id from orders where status = 'lost' order by id")),
      ].filter((_id, index, { length }) => index === 0 || index === length - 1);
      const payload = { meta: {}, only: [id, lost], input: { status: 'done', cents: '12.5' } };
      const preview = await send<ActionPreview>('POST', 'close/preview', payload);
      expect(preview.body).toMatchObject({ count: 2, refused: 1, columns: ['status', 'cents'] });
      const row = (wanted: unknown) => preview.body.rows?.find(({ dtRowId }) => Number(dtRowId) === wanted);
      expect(row(id)).toMatchObject({ before: { status: 'new' }, after: { status: 'done', cents: '12.50' } });
      expect(row(lost)?.refused).toMatch(/ is lost\.$/);
      expect(row(lost)?.after).toEqual(row(lost)?.before);
      const wrong = await send<{ errors: object }>('PATCH', 'close', { ...payload, input: { stats: 1 } });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['input.stats', 'input.status']]);
      const done = await send<ActionResponse>('PATCH', 'close', payload);
      expect(done.body).toMatchObject({ processed: 1, failedCount: 1 });
      expect(await idsBySql(database.db, 'select id from orders where cents = 1250')).toEqual([id]);
    });

    it('is not shown without the permission of the action', async () => {
      permitted = ['orders.init', 'orders.tableData'];
      expect((await send('GET', 'close/form')).status).toBe(403);
      expect((await send('POST', 'close/preview', { meta: {} })).status).toBe(403);
      expect((await send('POST', 'close/form', {})).status).toBe(404);
    });
  },
);
