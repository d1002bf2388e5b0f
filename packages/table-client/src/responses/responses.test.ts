import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readData } from './readData.ts';
import { readInit } from './readInit.ts';
import { dataResponse, initResponse } from './responses.fixture.ts';
import { ShapeFault } from './shape.ts';

const least = { template: { readPath: '/rows', columns: [{ name: 'a' }] } };

function faultOf(read: () => unknown): string | null {
  try {
    read();
  } catch (error) {
    if (error instanceof ShapeFault) return error.path;
    throw error;
  }

  return null;
}

describe('init', () => {
  test('as the protocol has it is taken as it is', () => {
    const response = initResponse();
    expect(readInit(JSON.parse(JSON.stringify(response)))).toEqual(response);
  });

  test('with the least that a table needs gets the rest', () => {
    expect(readInit(least)).toMatchObject({
      apiVersion: '',
      template: {
        method: 'GET',
        dtRowId: 'dtRowId',
        lengthMenu: [10],
        searchModes: ['full'],
        labels: { crtNo: '#', actions: 'Actions' },
        buttons: { global: [], row: [], dropdown: [] },
        columns: [{ name: 'a', label: 'a', meta: { visible: true, sortable: false, sort: null } }],
      },
      meta: { length: 10, searchMode: 'full', start: 0 },
    });
  });

  test.each([
    [null, 'body'],
    [[], 'body'],
    [{}, 'template'],
    [{ template: { columns: [] } }, 'template.readPath'],
    [{ template: { ...least.template, columns: {} } }, 'template.columns'],
    [{ template: { ...least.template, columns: [null] } }, 'template.columns'],
    [{ template: { ...least.template, columns: [{ name: 'a' }, { name: '' }] } }, 'template.columns.1.name'],
  ])('without what a table needs is a fault: %j', (response, path) => {
    expect(faultOf(() => readInit(response))).toBe(path);
  });

  test('is rid of what no part of a table can use', () => {
    const { template } = readInit({
      template: {
        ...least.template,
        columns: [
          { name: 'a', label: 5, align: 'top', enum: { x: 1, y: {} } },
          { name: 'a', label: 'second' },
        ],
        lengthMenu: [0, -1, 'x', 20, 1.5],
        controls: ['reload', 'explode', 'reload'],
        debounce: 1e12,
        method: 'DELETE',
        actions: true,
        buttons: { global: [{ name: 'go', action: 'eval', icon: {} }, {}, null], row: 'none' },
        filters: [{ type: 'magic', data: 'a.b' }, { type: 'string' }, { type: 'string', data: 'a.b' }],
      },
    });
    expect(template).toMatchObject({
      lengthMenu: [20],
      controls: ['reload'],
      debounce: 60_000,
      method: 'GET',
      actions: false,
      filters: [{ label: 'a.b', name: 'a.b', data: 'a.b', type: 'string' }],
    });
    expect(template.columns).toHaveLength(1);
    expect(template.columns[0]).toMatchObject({ label: 'a', enum: { x: '1' } });
    expect(template.columns[0]).not.toHaveProperty('align');
    expect(template.buttons.global.map(({ name, action, icon }) => [name, action, icon])).toEqual([
      ['go', undefined, undefined],
    ]);
  });
});

describe('data', () => {
  test('as the protocol has it is taken as it is', () => {
    const response = { ...dataResponse(), total: { price: '1,200.50', count: 3 }, estimated: true };
    expect(readData(response)).toEqual(response);
    expect(readData(dataResponse({ pages: null }))).toEqual(dataResponse({ pages: null }));
  });

  test('without texts for its counts gets them; odd totals are omitted', () => {
    const { formattedCount, formattedFiltered, ...response } = dataResponse({ count: 5 });
    expect(readData({ ...response, total: { a: 1, b: null, c: {} } })).toMatchObject({
      formattedCount,
      formattedFiltered,
      total: { a: 1 },
    });
    expect(readData({ ...response, total: null }).total).toEqual({});
  });
});

test('whatever comes is a table or a fault', () => {
  const init = JSON.parse(JSON.stringify(initResponse()));
  const names = [
    ...Object.keys(init.template),
    ...Object.keys(init.meta),
    'apiVersion',
    'template',
    'meta',
    'name',
  ];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.anything(),
      fc.constantFrom('a', '/rows', 10, true, null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names, ...Object.keys(dataResponse()), 'page', 'pages'), tie('value')),
    ),
  }));
  /** A good answer with odd members put in. */
  const spoilt = fc
    .tuple(fc.dictionary(fc.constantFrom(...names), value), fc.boolean())
    .map(([members, isTop]) =>
      isTop ? { ...init, ...members } : { ...init, template: { ...init.template, ...members } },
    );

  fc.assert(
    fc.property(fc.oneof(value, spoilt), (response) => {
      for (const read of [readInit, readData]) {
        const fault = faultOf(() => {
          const once = read(response);
          expect(read(once)).toEqual(once);
        });
        expect(fault === null || typeof fault === 'string').toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});
