import fastify from 'fastify';
import { expect, it } from 'vitest';
import { namedRoutes, tables } from '../src/fastify/index.ts';
import type { ExportJobs, TableAction, TemplateJson } from '../src/index.ts';
import { actionShop } from './actionShop.ts';
import { actionTemplate, noting } from './closing.ts';
import { editableOrders } from './editableOrders.ts';
import { ordersTable } from './shop.ts';

const button = { type: 'global', icon: 'check', class: 'is-info', action: 'ajax' };
const template = {
  ...actionTemplate,
  buttons: [
    { ...button, method: 'GET', routeSuffix: 'close' },
    { ...button, name: 'other', method: 'PATCH', routeSuffix: 'close' },
    { ...button, name: 'later', method: 'POST', routeSuffix: 'reopen' },
  ],
} as unknown as TemplateJson;
const jobs = { start: () => Promise.reject(new Error('No job is started by a description.')) };

it('describes every kind of route as before', async () => {
  const { db, destroy } = await actionShop('sqlite', 1);
  const described: Record<string, unknown> = {};
  const app = fastify();
  await app.register(namedRoutes);
  app.get('/customers/options', { config: { name: 'customers.options' } }, async () => []);
  app.addHook('onRoute', ({ method, url, schema }) => {
    const isEqual = url.startsWith('/edited') && method !== 'PATCH';
    if (method !== 'HEAD' && !isEqual && schema) described[`${method} ${url}`] = withoutProblems(schema);
  });
  const actions = { close: { ...noting(), input: { note: {} } }, reopen: { ...noting(), background: true } };
  await app.register(tables, {
    db,
    tables: [
      ordersTable(template, { actions: actions as unknown as Record<string, TableAction> }),
      { ...editableOrders({ columns: { note: true } }), template: editedTemplate() },
    ],
    exports: jobs as unknown as ExportJobs,
    actionJobs: jobs as never,
  });
  await app.ready();
  await app.close();
  await destroy();

  await expect(`${JSON.stringify(sorted(described), null, 1)}\n`).toMatchFileSnapshot('openApi.golden.txt');
});

function editedTemplate(): TemplateJson {
  return { ...editableOrders({ columns: { note: true } }).template, routePrefix: 'edited' } as TemplateJson;
}

/** With the descriptions of its errors only: their schema is that of `@rowhouse/problems`. */
function withoutProblems(schema: { readonly response?: unknown }): object {
  const response = Object.entries((schema.response ?? {}) as Record<string, { description: string }>).map(
    ([status, one]) => [status, Number(status) < 400 ? one : one.description],
  );

  return { ...schema, response: Object.fromEntries(response) };
}

/** With the names of objects in order, also in JSON within texts, so that equal descriptions are equal texts. */
function sorted(value: unknown): unknown {
  const [, before, json, after] = /^(JSON of: )(.*)(\. Bracketed.*)$/.exec(String(value)) ?? [];
  if (json !== undefined) return `${before}${JSON.stringify(sorted(JSON.parse(json)))}${after}`;
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;

  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
