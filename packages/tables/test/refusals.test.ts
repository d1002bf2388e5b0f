import type { Problem } from '@rowhouse/table-protocol';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { namedRoutes, tables } from '../src/fastify/index.ts';
import type { ExportJobs, TableAction, TemplateJson } from '../src/index.ts';
import { writeViewState } from '../src/views/viewState.ts';
import { actionShop } from './actionShop.ts';
import { noting } from './closing.ts';
import { editableOrders } from './editableOrders.ts';
import type { Shop } from './shop.ts';

const edit = { row: 1, column: 'note', value: 'x' };
/** Requests with something wrong in every member of the protocol. */
const requests: readonly (readonly [method: 'PATCH' | 'POST', path: string, body: unknown])[] = [
  ...[
    ['x'],
    {},
    { ...edit, row: '' },
    { ...edit, row: null },
    { ...edit, row: {} },
    { ...edit, row: true },
    { ...edit, column: 'id' },
    { ...edit, column: 5 },
    { row: 1, column: 'note' },
    { ...edit, value: {} },
    { ...edit, expectedExact: 5 },
    { ...edit, version: 1 },
    { ...edit, requestId: 'x' },
    { ...edit, params: 'x' },
    { ...edit, locale: 7 },
    { ...edit, vaule: 1, zzzzzzzz: 2 },
  ].map((body) => ['PATCH', '/orders/edit', body] as const),
  ...[
    ['x'],
    { Meta: {}, meta: { Start: 1, lengths: 5 } },
    { columns: {}, filters: 'x', intervals: 5, internalFilters: {}, where: 'x', params: [1] },
    { columns: [5, { name: 'x' }, { name: 'number', meta: { sort: 'UP', visible: 'no' } }] },
    { meta: { start: -1, length: 1e9, row: {}, sort: 'x', search: {}, forceInfo: 5, searchMode: 'x' } },
    { meta: { facets: ['x'], statistics: 'x' } },
    { meta: { statistics: 'x' } },
    {
      meta: { groups: [{ column: 'x', step: 'aeon', more: 1 }], groupPath: {}, groupSort: { by: 5, up: 1 } },
    },
    { meta: { groupPath: ['x'], groupSort: { by: 'label' } } },
    { meta: { changes: [{ row: 1 }] } },
    { meta: { names: { query: {}, limit: 0, row: {} } } },
    { only: 'x', except: [{}], confirmed: -1, exported: ['x'], grouped: true, locale: '!', view: 7 },
    { only: [] },
  ].flatMap((body) =>
    ['/orders/tableData', '/orders/exportExcel'].map((path) => ['POST', path, body] as const),
  ),
  ['POST', '/orders/exportExcel', { format: 'pdf' }],
  ...[{}, { meta: {}, filtres: 1 }, { meta: { star: 1 } }, { meta: {}, confirmed: 'x' }, ['x']].map(
    (body) => ['PATCH', '/orders/close', body] as const,
  ),
];
const states = [
  null,
  'x',
  { order: 'x', widths: { a: 0 }, pinned: { a: 'top' }, visible: [''], density: 'x', sort: [{ name: 'a' }] },
  { where: {}, filters: [{ data: 'a', type: 'x', value: 1 }], groups: [{ step: 'day' }], groupSort: 'label' },
  { search: 5, searchMode: 'x', length: 0, viewModes: ['x'], serach: '', zzzzzzz: 1 },
  { groups: [{ column: 'a' }, { column: 'b' }, { column: 'c' }, { column: 'd' }], length: 1.5, widths: [] },
];

it('refuses invalid requests and views in the same words as before', async () => {
  const { db, destroy } = await actionShop('sqlite', 3);
  const plain = editableOrders(
    { columns: { note: true } },
    { actions: { close: noting() as unknown as TableAction } },
  );
  const template = {
    ...plain.template,
    buttons: [
      { type: 'global', icon: 'x', class: 'x', action: 'ajax', method: 'PATCH', routeSuffix: 'close' },
    ],
  } as TemplateJson;
  const app = fastify();
  await app.register(namedRoutes);
  app.get('/customers/options', { config: { name: 'customers.options' } }, async () => []);
  await app.register(tables, {
    db: db as unknown as Kysely<Shop>,
    tables: [{ ...plain, template }],
    exports: { start: async () => ({}) } as unknown as ExportJobs,
  });
  const lines: string[] = [];
  for (const [method, url, body] of requests) {
    const response = await app.inject({ method, url, body: body as object });
    const { message, errors } = response.json<Problem>();
    lines.push(
      `${method} ${url} ${JSON.stringify(body)}`,
      ...linesOf(response.statusCode, message, errors),
      '',
    );
  }
  for (const state of states) {
    const { message, fields } = faultOf(() => writeViewState(state));
    lines.push(`view ${JSON.stringify(state)}`, ...linesOf(422, message, fields), '');
  }
  await app.close();
  await destroy();

  await expect(lines.join('\n')).toMatchFileSnapshot('refusals.golden.txt');
});

function linesOf(status: number, message: string, fields: Problem['errors'] = {}): string[] {
  const all = Object.entries(fields).flatMap(([path, texts]) => texts.map((text) => `  ${path}: ${text}`));

  return [`  ${status} ${message}`, ...all];
}

function faultOf(write: () => unknown): { message: string; fields?: Record<string, string[]> } {
  try {
    write();
  } catch (error) {
    return error as Error & { fields?: Record<string, string[]> };
  }

  return { message: 'accepted' };
}
