import { columnFlags } from '@rowhouse/table-protocol/internal';
import { describe, expect, it } from 'vitest';
import { defaultTableConfig, tableConfig } from '../template/defaultTableConfig.ts';
import example from '../template/example.template.json' with { type: 'json' };
import { resolveTemplate } from '../template/resolveTemplate.ts';
import type { TemplateInput } from '../template/schema.ts';
import { buildInit } from './buildInit.ts';
import type { InitContext } from './InitContext.ts';

const plain = { label: 'Number', name: 'number', data: 'orders.number' };
const paths: Record<string, string> = {
  'orders.exportExcel': '/api/orders/exportExcel',
  'orders.action': '/api/orders/action',
  'orders.destroy': '/api/orders/:order',
  'orders.download': '/api/orders/:order/download',
  'orders.scoped': '/api/companies/:company/orders/:order(\\d+)/ship',
  'sellers.options': '/api/sellers/options',
  'shop.orders.exportExcel': '/e',
  'shop.orders.action': '/a',
  'shop.orders.destroy': '/o/:order',
  'shop.orders.download': '/o/:order/d',
  'shop.orders.ship': '/o/:order/s',
  'shop.tags.assign': '/t',
};
const context: InitContext = {
  routes: {
    find: (name) => (paths[name] ? { name, path: paths[name], methods: ['GET'] } : null),
    names: () => Object.keys(paths),
  },
  readPath: '/api/orders/tableData',
  timeZone: 'Europe/Bucharest',
  mayUse: () => true,
  enums: { orderKind: { '1': 'Retail', '2': 'Trade' } },
};

const init = (
  options: Partial<TemplateInput> = {},
  own: Partial<InitContext> = {},
  config = defaultTableConfig,
) =>
  buildInit(resolveTemplate({ routePrefix: 'orders', columns: [plain], ...options }, config), config, {
    ...context,
    ...own,
  });

describe('an init response', () => {
  it('marks live tables only', () => {
    expect(init({ live: true }).template.live).toBe(true);
    expect(init().template).not.toHaveProperty('live');
  });

  it('has every member of the wire contract', () => {
    expect(init()).toEqual({
      apiVersion: '1.0',
      template: {
        readPath: '/api/orders/tableData',
        method: 'GET',
        debounce: 350,
        dtRowId: 'dtRowId',
        model: 'order',
        name: '',
        crtNo: false,
        selectable: false,
        responsive: true,
        preview: false,
        actions: false,
        labels: { crtNo: '#', actions: 'Actions' },
        lengthMenu: [10, 15, 20, 25, 30],
        controls: ['length', 'columns', 'style', 'reload', 'reset'],
        comparisonOperator: 'LIKE',
        searchModes: ['full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'],
        dateFormat: 'd-m-Y',
        timeZone: 'Europe/Bucharest',
        totalLabel: 'Total',
        align: ['has-text-centered'],
        aligns: { left: 'has-text-left', center: 'has-text-centered', right: 'has-text-right' },
        style: ['is-hoverable'],
        styles: {
          compact: 'is-narrow',
          striped: 'is-striped',
          bordered: 'is-bordered',
          hover: 'is-hoverable',
        },
        highlight: 'has-background-info',
        buttons: { global: [], row: [], dropdown: [] },
        columns: [
          {
            ...plain,
            meta: {
              ...Object.fromEntries(columnFlags.map((flag) => [flag, false])),
              visible: true,
              hidden: false,
              sort: null,
            },
          },
        ],
      },
      meta: {
        start: 0,
        length: 10,
        search: '',
        searchMode: 'full',
        sort: false,
        forceInfo: false,
        loading: false,
        fullInfoRecordLimit: 100000,
        total: false,
        number: false,
        enum: false,
        date: false,
        datetime: false,
        searchable: false,
        filterable: false,
        translatable: false,
        cents: false,
        method: false,
        resource: false,
      },
    });
  });

  it('reports which features are used for a template with every option', () => {
    const { template, meta } = buildInit(
      resolveTemplate(example as TemplateInput, defaultTableConfig),
      defaultTableConfig,
      context,
    );
    expect(meta).toEqual({
      start: 0,
      length: 25,
      search: '',
      searchMode: 'startsWith',
      sort: true,
      forceInfo: false,
      loading: false,
      fullInfoRecordLimit: 100000,
      ...Object.fromEntries(
        ['total', 'number', 'enum', 'date', 'datetime', 'searchable', 'filterable', 'translatable'].map(
          (key) => [key, true],
        ),
      ),
      cents: true,
      method: true,
      resource: true,
    });
    expect(template.align).toEqual(['has-text-left']);
    expect(template.actions).toBe(true);
    expect(template.filters).toEqual([
      { label: 'Region', name: 'region', data: 'customers.region', type: 'string', value: null },
      {
        label: 'Kind',
        name: 'kind',
        data: 'orders.kind',
        type: 'enum',
        enum: { '1': 'Retail', '2': 'Trade' },
        multiple: true,
        value: [],
      },
      {
        label: 'Seller',
        name: 'seller_id',
        data: 'orders.seller_id',
        type: 'select',
        path: '/api/sellers/options',
        value: null,
      },
    ]);
    expect(JSON.parse(JSON.stringify(template))).toEqual(template);
  });

  it('has no alignment and no style if the configuration has none', () => {
    const { template } = init({}, {}, tableConfig({ style: { default: [] } }));
    expect(template.align).toEqual([]);
    expect(template.style).toEqual([]);
  });
});

describe('buttons', () => {
  it('have a path, or the route of the client', () => {
    const { global, row } = init({ buttons: ['create', 'excel', 'action', 'destroy', 'download'] }).template
      .buttons;
    expect(global[0]).toEqual({
      name: 'create',
      icon: 'plus',
      class: 'is-success',
      event: 'create',
      action: 'router',
      label: 'Create',
      route: 'orders.create',
    });
    expect(global.map(({ path }) => path)).toEqual([
      undefined,
      '/api/orders/exportExcel',
      '/api/orders/action',
    ]);
    expect(row.map(({ path }) => path)).toEqual(['/api/orders/dtRowId', '/api/orders/dtRowId/download']);
    expect(row[0]).toMatchObject({ method: 'DELETE', postEvent: 'destroyed', confirmation: true });
    expect(row[0]!.message).toMatch(/deleted/);
    for (const button of [...global, ...row]) {
      expect(Object.keys(button)).not.toEqual(expect.arrayContaining(['type']));
      expect(button).not.toHaveProperty('routeSuffix');
      expect(button).not.toHaveProperty('routeName');
    }
  });

  it('contain the parameters of the init request in their paths', () => {
    const ship = {
      type: 'row',
      icon: 'truck',
      class: '',
      action: 'ajax',
      method: 'PUT',
      routeSuffix: 'scoped',
    } as const;
    const { row } = init({ buttons: [ship] }, { pathParams: { company: 'a/b' } }).template.buttons;
    expect(row[0]!.path).toBe('/api/companies/a%2Fb/orders/dtRowId/ship');
  });

  it('are omitted without permission, and with them the actions column', () => {
    const buttons: TemplateInput['buttons'] = ['create', 'excel', 'show', 'destroy'];
    const { template } = init(
      { buttons },
      { mayUse: (name) => name === 'orders.excel' || name === 'orders.create' },
    );
    expect(template.buttons).toMatchObject({ global: [{ name: 'create' }], row: [] });
    expect(template.actions).toBe(false);
    expect(init({ buttons }).template.actions).toBe(true);
  });

  it('are always shown without a route', () => {
    const bell = { type: 'global', icon: 'bell', class: '', event: 'ring' } as const;
    expect(init({ buttons: [bell] }, { mayUse: () => false }).template.buttons.global).toEqual([
      { name: 'ring', icon: 'bell', class: '', event: 'ring' },
    ]);
  });

  it('report an undeclared route by its name', () => {
    const missing = { type: 'global', icon: 'x', class: '', action: 'href', routeSuffix: 'nowhere' } as const;
    expect(() => init({ buttons: [missing] })).toThrow(/"orders\.nowhere"/);
  });
});

describe('columns', () => {
  it('have labels, number format and tags', () => {
    const money = { symbol: '€', precision: 2, format: '%v %s' };
    const column = { ...plain, align: 'right', class: 'c', tooltip: 't', enum: 'orderKind', money } as const;
    expect(
      init({ columns: [{ ...column, meta: ['notVisible', 'sort:DESC', 'rogue'] }] }).template.columns,
    ).toEqual([
      {
        ...column,
        enum: { '1': 'Retail', '2': 'Trade' },
        number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%v %s' },
        meta: expect.objectContaining({ visible: false, hidden: false, sort: 'DESC', rogue: true }),
      },
    ]);
  });

  it('report an unregistered enumeration by its name', () => {
    expect(() => init({ columns: [{ ...plain, enum: 'nothing' }] })).toThrow(
      /"nothing", which does not exist. Known enumerations: orderKind/,
    );
  });
});
