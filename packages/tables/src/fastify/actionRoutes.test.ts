import type { ActionResponse } from '@rowhouse/table-protocol';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { actionShop, takeHandled } from '../../test/actionShop.ts';
import { actionTemplate, noting } from '../../test/closing.ts';
import { ordersTable } from '../../test/shop.ts';
import type { TableAction } from '../definition/TableAction.ts';
import type { TemplateJson } from '../template/schema.ts';
import { tables } from './tables.ts';

const size = 12;
const button = { type: 'global', icon: 'check', class: 'is-info', action: 'ajax', routeSuffix: 'close' };
const actions = { close: noting() } as unknown as Record<string, TableAction>;

const withButtons = (...buttons: object[]) =>
  ordersTable({ ...actionTemplate, buttons } as TemplateJson, { actions });

it('documents that an action by GET changes data', async () => {
  const { db, destroy } = await actionShop('sqlite', size);
  const changes: (boolean | undefined)[] = [];
  const app = fastify();
  app.addHook('onRequest', async ({ routeOptions }) => void changes.push(routeOptions.config.changes));
  await app.register(tables, { prefix: '/api', db, tables: [withButtons({ ...button, method: 'GET' })] });

  expect((await app.inject({ method: 'HEAD', url: '/api/orders/close' })).statusCode).toBe(404);
  expect(await takeHandled(db)).toEqual([]);
  const response = await app.inject({ url: '/api/orders/close?meta[start]=0' });
  expect(response.json<ActionResponse>().processed).toBe(size);
  expect(changes).toEqual([undefined, true]);
  await app.close();
  await destroy();
});

it('describes the routes of an action, each under a name of its own', async () => {
  const { db, destroy } = await actionShop('sqlite', size);
  const described: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ schema }) => {
    described.push((schema as { operationId?: string } | undefined)?.operationId ?? '');
  });
  const table = withButtons({ ...button, method: 'PUT' }, { ...button, name: 'other', method: 'GET' });
  await app.register(tables, { prefix: '/api', db, tables: [table] });
  await app.ready();

  const names = described.filter((name) => name.includes('close'));
  expect(new Set(names)).toEqual(new Set(['orders.close', 'orders.close.get']));
  await app.close();
  await destroy();
});
