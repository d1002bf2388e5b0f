import { describe, expect, it } from 'vitest';
import example from './example.template.json' with { type: 'json' };
import type { TemplateJson } from './schema.ts';
import type { TemplateFault } from './TemplateFault.ts';
import { type ValidationOptions, validateTemplate } from './validateTemplate.ts';

const plain = { label: 'Number', name: 'number', data: 'orders.number' };
const complex = { type: 'global', icon: 'tags', class: 'is-info' };

const withColumn = (column: object) => ({ routePrefix: 'orders', columns: [column] });
const withButton = (button: unknown) => ({ routePrefix: 'orders', buttons: [button], columns: [plain] });
const withOption = (options: object) => ({ routePrefix: 'orders', columns: [plain], ...options });

function faultsOf(input: unknown, options?: ValidationOptions): string[] {
  return validateTemplate(input, options).map(({ path, code }) => `${path} ${code}`);
}

function onlyFault(input: unknown, options?: ValidationOptions): TemplateFault {
  const faults = validateTemplate(input, options);
  expect(faults).toHaveLength(1);
  return faults[0]!;
}

describe('a valid template', () => {
  it('has no faults, with every option in use', () => {
    expect(validateTemplate(example, { enums: ['orderKind'], resources: ['customerCard'] })).toEqual([]);
  });

  it('may be an imported JSON file, for the compiler too', () => {
    const json: TemplateJson = example;
    expect(json.routePrefix).toBe('shop.orders');
  });

  it('needs nothing but routePrefix and columns', () => {
    expect(faultsOf({ routePrefix: 'orders', columns: [plain] })).toEqual([]);
  });
});

describe('a template with many faults', () => {
  const faulty = {
    routePrefix: 'orders.',
    methd: 'GET',
    debounce: -1,
    lengthMenu: [10, 0, 10, 2.5],
    cache: true,
    countCache: true,
    align: 'centre',
    searchMode: 'full',
    searchModes: ['endsWith'],
    defaultSort: 'numbr',
    buttons: ['shwo', { ...complex, action: 'ajax', tooltip: 'Hi' }, 'create', 'create'],
    columns: [
      { ...plain, meta: ['sortabel', 'sort:ASC', 'sort:DESC'] },
      { label: 'Group', name: 'group.name', meta: ['searchable'] },
      { label: 'Price', name: 'price', data: 'price', money: { precision: 21 } },
      { ...plain, lable: 'x' },
      { name: 'x' },
    ],
  };

  it('reports all of them together', () => {
    expect(faultsOf(faulty)).toEqual([
      'methd unknown_key',
      'routePrefix malformed',
      'debounce out_of_range',
      'lengthMenu[1] out_of_range',
      'lengthMenu[2] duplicate',
      'lengthMenu[3] wrong_type',
      'align unknown_word',
      'buttons[0] unknown_word',
      'columns[0].meta[0] unknown_word',
      'columns[2].data malformed',
      'columns[2].money.precision out_of_range',
      'columns[3].lable unknown_key',
      'columns[4].label missing',
      'countCache conflict',
      'searchMode conflict',
      'defaultSort unknown_name',
      'buttons[1].routeSuffix missing',
      'buttons[1].method missing',
      'buttons[1].tooltip no_effect',
      'buttons[3] duplicate',
      'columns[3].name duplicate',
      'columns[1].meta[0] nested',
      'columns[4].data missing',
      'columns[0].meta[2] conflict',
    ]);
  });

  it('reports each problem with its remedy', () => {
    for (const { problem, remedy } of validateTemplate(faulty)) {
      expect(problem).toMatch(/^.{8,}\.$/);
      expect(remedy).toMatch(/^[A-Z].{5,}[.)']$/);
    }
  });
});

describe('a misspelt word', () => {
  it.each([
    ['an option', withOption({ lenghtMenu: [5] }), 'lenghtMenu', 'lengthMenu'],
    ['an option of a button', withButton({ ...complex, lable: 'x' }), 'buttons[0].lable', 'label'],
    ['an option of a column', withColumn({ ...plain, tooltop: 'x' }), 'columns[0].tooltop', 'tooltip'],
    ['a meta tag', withColumn({ ...plain, meta: ['Searchable'] }), 'columns[0].meta[0]', 'searchable'],
    ['a button', withButton('exportexcel'), 'buttons[0]', 'exportExcel'],
    [
      'an action',
      withButton({ ...complex, action: 'routr', routeSuffix: 'x' }),
      'buttons[0].action',
      'router',
    ],
    ['a method', withOption({ method: 'PSOT' }), 'method', 'POST'],
    ['an alignment', withOption({ align: 'centre' }), 'align', 'center'],
    ['a control', withOption({ controls: ['relaod'] }), 'controls[0]', 'reload'],
    ['a search mode', withOption({ searchModes: ['doesntContains'] }), 'searchModes[0]', 'doesntContain'],
    ['an enumeration', withColumn({ ...plain, enum: 'statuss' }), 'columns[0].enum', 'status'],
    ['the default sort', withOption({ defaultSort: 'nubmer' }), 'defaultSort', 'number'],
    ['a name of rows', withOption({ rowName: ['nubmer'] }), 'rowName[0]', 'number'],
  ])('gets a suggestion for %s', (_, template, path, suggestion) => {
    const fault = onlyFault(template, { enums: ['status', 'kind'] });
    expect(fault).toMatchObject({ path, suggestion });
    expect(fault.remedy).toContain(`"${suggestion}"`);
  });

  it('gets the list of words if it resembles none', () => {
    const fault = onlyFault(withColumn({ ...plain, meta: ['zzzzzz'] }));
    expect(fault.suggestion).toBeUndefined();
    expect(fault.remedy).toContain('searchable, sortable');
  });

  it('is one fault for a required option, not two', () => {
    expect(faultsOf(withColumn({ lable: 'x', name: 'a', data: 'a.b' }))).toEqual([
      'columns[0].lable unknown_key',
    ]);
  });
});

describe('input that is no template', () => {
  it.each([null, undefined, 5, 'text', [], true])('reports %s as one fault', (input) => {
    expect(faultsOf(input)).toEqual([' wrong_type']);
  });

  it('is reported without failing on hostile keys', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"routePrefix": "x"}, "constructor": 1, "columns": [null, [], 7]}',
    );
    expect(faultsOf(hostile)).toEqual([
      '__proto__ unknown_key',
      'constructor unknown_key',
      'routePrefix missing',
      'columns[0] wrong_type',
      'columns[1] wrong_type',
      'columns[2] wrong_type',
    ]);
  });

  it('is reported in full for any size', () => {
    const faults = validateTemplate(
      withOption({ appends: Array.from({ length: 20_000 }, () => 'a'.repeat(99)) }),
    );
    expect(faults).toHaveLength(19_999);
  });
});

describe('options of the template', () => {
  it.each([
    [{ lengthMenu: [] }, 'lengthMenu out_of_range'],
    [{ lengthMenu: [-5] }, 'lengthMenu[0] out_of_range'],
    [{ lengthMenu: ['10'] }, 'lengthMenu[0] wrong_type'],
    [{ debounce: -1 }, 'debounce out_of_range'],
    [{ crtNo: 'yes' }, 'crtNo wrong_type'],
    [{ tooltip: null }, 'tooltip unknown_key'],
    [{ name: null }, 'name wrong_type'],
    [{ responsive: true }, 'responsive unknown_key'],
    [{ fullInfoRecordLimit: 5 }, 'fullInfoRecordLimit unknown_key'],
    [{ cache: true, countCache: false }, 'countCache conflict'],
    [{ searchMode: 'full', searchModes: ['endsWith'] }, 'searchMode conflict'],
    [{ strip: ['dtRowId'] }, 'strip[0] conflict'],
    [{ strip: ['number'] }, 'strip[0] conflict'],
    [{ defaultSortDirection: 'up' }, 'defaultSortDirection unknown_word'],
  ])('refuse %j', (option, fault) => {
    expect(faultsOf(withOption(option))).toEqual([fault]);
  });

  it('accept an unsorted length menu, and the default sort by name or by data', () => {
    expect(faultsOf(withOption({ lengthMenu: [50, 10] }))).toEqual([]);
    expect(faultsOf(withOption({ defaultSort: 'number' }))).toEqual([]);
    expect(faultsOf(withOption({ defaultSort: 'orders.number' }))).toEqual([]);
  });

  it('refuse a default sort by a nested property', () => {
    const template = { ...withColumn({ label: 'Group', name: 'group.name' }), defaultSort: 'group.name' };
    expect(faultsOf(template)).toEqual(['defaultSort nested']);
  });
});

describe('filters', () => {
  const filter = { label: 'Region', data: 'customers.region', type: 'string' };
  const withFilters = (...filters: object[]) => withOption({ filters });

  it.each([
    [{ ...filter, type: 'enum' }, 'filters[0].enum missing'],
    [{ ...filter, type: 'select' }, 'filters[0].route missing'],
    [{ ...filter, enum: 'kind' }, 'filters[0].enum no_effect'],
    [{ ...filter, route: 'x' }, 'filters[0].route no_effect'],
    [{ ...filter, multiple: true }, 'filters[0].multiple no_effect'],
    [{ ...filter, type: 'text' }, 'filters[0].type unknown_word'],
    [{ ...filter, data: 'region' }, 'filters[0].data malformed'],
    [{ label: 'Region', type: 'string' }, 'filters[0].data missing'],
  ])('refuse %j', (entry, fault) => {
    expect(faultsOf(withFilters(entry))).toEqual([fault]);
  });

  it('filter a column once', () => {
    expect(faultsOf(withFilters(filter, filter))).toEqual(['filters[1].data duplicate']);
  });
});
