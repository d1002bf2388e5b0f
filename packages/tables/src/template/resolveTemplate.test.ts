import { columnFlags } from '@rowhouse/table-protocol/internal';
import { describe, expect, it } from 'vitest';
import { TableError } from '../errors.ts';
import { defaultTableConfig, tableConfig } from './defaultTableConfig.ts';
import example from './example.template.json' with { type: 'json' };
import { resolveTemplate } from './resolveTemplate.ts';
import type { TemplateInput } from './schema.ts';
import { assertValidTemplate } from './validateTemplate.ts';

type Column = TemplateInput['columns'][number];
type Button = NonNullable<TemplateInput['buttons']>[number];

const plain: Column = { label: 'Number', name: 'number', data: 'orders.number' };
const complex = { type: 'global', icon: 'tags', class: 'is-info' } as const;

const resolve = (options: Partial<TemplateInput> = {}, config = defaultTableConfig) =>
  resolveTemplate({ routePrefix: 'orders', columns: [plain], ...options }, config);
const column = (options: Partial<Column>) => resolve({ columns: [{ ...plain, ...options }] }).columns[0]!;
const buttons = (...list: Button[]) => resolve({ buttons: list }).buttons;

describe('a resolved template', () => {
  it('has every default', () => {
    expect(resolve({ columns: [] })).toEqual({
      routePrefix: 'orders',
      dataRouteSuffix: 'tableData',
      name: '',
      model: 'order',
      dtRowId: 'dtRowId',
      rowName: null,
      crtNo: false,
      cache: false,
      flatten: false,
      auth: false,
      debounce: 350,
      lengthMenu: [10, 15, 20, 25, 30],
      method: 'GET',
      appends: [],
      strip: [],
      selectable: false,
      responsive: true,
      preview: false,
      live: false,
      controls: ['length', 'columns', 'style', 'reload', 'reset'],
      comparisonOperator: 'LIKE',
      searchMode: 'full',
      searchModes: ['full', 'startsWith', 'endsWith', 'exactMatch', 'doesntContain'],
      defaultSort: null,
      defaultSortDirection: 'ASC',
      totalLabel: 'Total',
      align: null,
      dateFormat: 'd-m-Y',
      filters: [],
      buttons: { global: [], row: [], dropdown: [] },
      columns: [],
    });
  });

  it('takes its own options before the global ones', () => {
    const config = tableConfig({
      debounce: 10,
      lengthMenu: [1],
      method: 'POST',
      comparisonOperator: 'ILIKE',
      dataRouteSuffix: 'rows',
      dateFormat: 'Y',
      responsive: false,
    });
    const global = {
      debounce: 10,
      lengthMenu: [1],
      method: 'POST',
      comparisonOperator: 'ILIKE',
      dataRouteSuffix: 'rows',
    };
    expect(resolve({}, config)).toMatchObject({ ...global, dateFormat: 'Y', responsive: false });
    const own = {
      debounce: 0,
      lengthMenu: [2],
      method: 'GET',
      comparisonOperator: 'LIKE',
      dataRouteSuffix: 'data',
    } as const;
    expect(resolve({ ...own, lengthMenu: [2] }, config)).toMatchObject(own);
  });

  it('keeps every option of a complete template', () => {
    assertValidTemplate('example.template.json', example);
    const template = resolveTemplate(example, defaultTableConfig);
    expect(template).toMatchObject({
      dataRouteSuffix: 'rows',
      name: 'Orders',
      crtNo: true,
      cache: true,
      flatten: true,
      appends: ['summary'],
      strip: ['internal_note'],
      selectable: true,
      preview: true,
      searchMode: 'startsWith',
      defaultSort: 'placed_at',
      defaultSortDirection: 'DESC',
      totalLabel: 'Sum',
      align: 'left',
    });
    expect(template.filters).toEqual([
      filter('Region', 'region', 'customers.region', 'string'),
      { ...filter('Kind', 'kind', 'orders.kind', 'enum'), enum: 'orderKind', multiple: true, value: [] },
      { ...filter('Seller', 'seller_id', 'orders.seller_id', 'select'), routeName: 'sellers.options' },
    ]);
  });

  it.each([
    ['orders', 'order'],
    ['system.apiLogs', 'apiLog'],
    ['administration.companies', 'company'],
    ['people', 'person'],
    ['sales-orders', 'salesOrder'],
    ['status', 'status'],
  ])('has the model %s for the routePrefix %s', (routePrefix, model) => {
    expect(resolve({ routePrefix }).model).toBe(model);
  });

  it('takes countCache for cache', () => {
    expect(resolve({ countCache: true }).cache).toBe(true);
  });

  it('starts with the first search mode when full is not offered', () => {
    expect(resolve({ searchModes: ['endsWith', 'exactMatch'] }).searchMode).toBe('endsWith');
  });

  it('is frozen, and leaves the input unchanged', () => {
    const input = structuredClone(example) as TemplateInput;
    const template = resolveTemplate(input, defaultTableConfig);
    expect(Object.isFrozen(template.columns[0]!.meta)).toBe(true);
    expect(Object.isFrozen(template.buttons.dropdown[0]!.params)).toBe(true);
    expect(input).toEqual(example);
    expect(Object.isFrozen(input.lengthMenu) || Object.isFrozen(input.columns[3]!.money)).toBe(false);
  });
});

describe('a resolved column', () => {
  it('has every member', () => {
    expect(column({})).toMatchObject({
      ...plain,
      enum: null,
      dateFormat: null,
      tooltip: null,
      class: null,
      align: null,
      number: null,
      money: null,
      resource: null,
    });
  });

  it.each(columnFlags)('has the flag %s when it is tagged so, and only then', (flag) => {
    expect(column({ meta: [flag] }).meta[flag]).toBe(true);
    expect(column({}).meta[flag]).toBe(false);
  });

  it('is visible unless tagged notVisible, and sorted as tagged', () => {
    expect(column({}).meta).toMatchObject({ visible: true, sort: null });
    expect(column({ meta: ['notVisible', 'sort:ASC'] }).meta).toMatchObject({ visible: false, sort: 'ASC' });
    expect(column({ meta: ['sort:DESC'] }).meta.sort).toBe('DESC');
  });

  it('has a complete number format for money and for number', () => {
    const defaults = { symbol: '', decimal: '.', thousand: ',', precision: 0, format: '%s%v' };
    expect(column({ money: {} })).toMatchObject({ number: defaults, money: {} });
    expect(column({ number: { symbol: 'kg' } })).toMatchObject({
      number: { ...defaults, symbol: 'kg' },
      money: null,
    });
    const money = { symbol: '€', decimal: ',', thousand: '.', precision: 2, format: '%v %s' };
    expect(column({ money })).toMatchObject({ number: money, money });
  });

  it('has the configured date format for dates', () => {
    expect(column({ meta: ['date'] }).dateFormat).toBe('d-m-Y');
    expect(column({ meta: ['datetime'] }).dateFormat).toBe('d-m-Y H:i:s');
    expect(column({ meta: ['date'], dateFormat: 'Y' }).dateFormat).toBe('Y');
  });
});

describe('resolved buttons', () => {
  it('are expanded from their names, in order, by where they are rendered', () => {
    const { global, row } = buttons('show', 'exportExcel', 'create');
    expect(global.map(({ name }) => name)).toEqual(['excel', 'create']);
    expect(row).toEqual([
      {
        name: 'show',
        type: 'row',
        icon: 'eye',
        class: 'is-success',
        event: 'show',
        action: 'router',
        routeName: 'orders.show',
      },
    ]);
  });

  it('keep their fields, and have full route names', () => {
    const button = {
      ...complex,
      action: 'ajax',
      method: 'PUT',
      event: 'tag',
      label: 'Tag',
      slot: 's',
    } as const;
    expect(buttons({ ...button, routeSuffix: 'tag' }).global).toEqual([
      { ...button, name: 'tag', routeName: 'orders.tag' },
    ]);
    expect(buttons({ ...button, fullRoute: 'x.y' }).global[0]!.routeName).toBe('x.y');
    expect(buttons({ ...complex, type: 'dropdown' }).dropdown[0]!.routeName).toBeNull();
  });

  it('always have a message with a confirmation', () => {
    expect(buttons({ ...complex, confirmation: true }).global[0]!.message).toBe('Are you sure?');
    expect(buttons({ ...complex, confirmation: true, message: 'Go?' }).global[0]!.message).toBe('Go?');
    expect(buttons(complex).global[0]).not.toHaveProperty('message');
  });

  it('are named by name, route, event or label, and numbered where a name is taken', () => {
    const list = buttons(
      { ...complex, name: 'mine', routeSuffix: 'x' },
      { ...complex, routeSuffix: 'create' },
      'create',
      { ...complex, fullRoute: 'a.b.send' },
      { ...complex, event: 'ring' },
      { ...complex, label: 'Go there' },
      complex,
      complex,
    ).global;
    expect(list.map(({ name }) => name)).toEqual([
      'mine',
      'create2',
      'create',
      'send',
      'ring',
      'goThere',
      'button',
      'button2',
    ]);
  });

  it('are refused if they are not configured, even without validation', () => {
    expect(() => buttons('nothing' as 'show')).toThrow(TableError);
  });
});

describe('an invalid template', () => {
  it('is refused with every fault in the message', () => {
    const check = () =>
      assertValidTemplate('orders.json', { routePrefix: 'orders', columns: [{ ...plain, x: 1 }], y: 2 });
    expect(check).toThrow(expect.objectContaining({ code: 'tables.invalid_template' }));
    expect(check).toThrow(
      /^The template orders\.json has 2 faults\.\n1\. orders\.json: y\n {3}"y" is not an option/,
    );
    expect(check).toThrow(
      /\n2\. orders\.json: columns\[0\]\.x\n {3}.+\n {3}Remove it\. The options are: label, name/,
    );
  });

  it('uses the singular for one fault', () => {
    expect(() => assertValidTemplate('t.json', null)).toThrow(
      'The template t.json has a fault.\n1. t.json\n   null is given where an object is expected.\n   Give an object.',
    );
  });
});

function filter(label: string, name: string, data: string, type: string) {
  return { label, name, data, type, enum: null, routeName: null, multiple: false, value: null, passedOn: {} };
}
