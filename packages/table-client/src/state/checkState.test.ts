import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spelledFilters } from '../conditions/conditions.ts';
import { filterChoices } from '../filters/filterChoices.ts';
import { initResponse } from '../responses/responses.fixture.ts';
import type { TableState } from '../table/TableState.ts';
import { checkState } from './checkState.ts';
import { defaultState } from './defaultState.ts';
import { fingerprint, storedState } from './storedState.ts';
import { readUrl, writeUrl } from './urlState.ts';

const init = initResponse();
const choices = filterChoices(init.template);
const check = (value: unknown) => checkState(value, init, choices);
/** The state in the form in which it is stored. */
const stored = ({ conditions = [], ...others }: Partial<TableState>) => ({
  ...others,
  ...spelledFilters(conditions),
});

describe('what a table can be put into', () => {
  test.each<[Exclude<keyof TableState, 'conditions'>, unknown, unknown]>([
    ['search', 'smith', 'smith'],
    ['search', 5, undefined],
    ['search', 'x'.repeat(1001), undefined],
    ['search', 'a\0b', undefined],
    ['search', '\ud800', undefined],
    ['searchMode', 'startsWith', 'startsWith'],
    ['searchMode', 'endsWith', undefined],
    ['searchMode', 'toString', undefined],
    ['start', 27, 20],
    ['start', -10, undefined],
    ['start', 1.5, undefined],
    ['start', 1e15, 2_147_483_640],
    ['length', 25, 25],
    ['length', 24, 24],
    ['length', 51, undefined],
    ['length', 0, undefined],
    ['autoLength', true, true],
    ['autoLength', 'true', undefined],
    ['length', '25', undefined],
    ['sort', [], []],
    ['sort', [{ name: 'total', direction: 'DESC' }], [{ name: 'total', direction: 'DESC' }]],
    ['sort', [{ name: 'total', direction: 'desc' }], undefined],
    ['sort', [{ name: 'paid', direction: 'ASC' }], undefined],
    [
      'sort',
      [
        { name: 'total', direction: 'ASC' },
        { name: 'total', direction: 'DESC' },
      ],
      undefined,
    ],
    ['sort', [null], undefined],
    ['visible', ['gone', 'total', 'number', 'secret'], ['number', 'total']],
    ['visible', [], []],
    ['visible', [1], undefined],
    ['viewModes', ['hover', 'compact'], ['hover']],
    ['viewModes', ['hover', 'round'], undefined],
    ['viewModes', 'hover', undefined],
  ])('%s %j is %j', (name, value, expected) => {
    expect(check({ [name]: value })[name]).toEqual(expected);
  });

  test.each([
    [[], []],
    [{}, undefined],
    [[{ data: 'orders.gone', type: 'string', value: 'x' }], undefined],
    [[{ data: 'orders.number', type: 'number', value: 1 }], undefined],
  ])('filters %j are the conditions %j', (filters, expected) => {
    expect(check({ filters }).conditions).toEqual(expected);
  });

  test('a search is nothing for a table without searchable columns', () => {
    const unsearchable = { ...init, meta: { ...init.meta, searchable: false } };
    expect(checkState({ search: 'x' }, unsearchable, choices)).toEqual({});
  });
});

describe('filters', () => {
  const filter = (data: string, type: string, value: unknown, mode?: unknown) =>
    stored(check({ filters: [{ label: '<b>', data, type, value, mode, more: 1 }] })).filters[0];

  test.each([
    ['orders.number', 'string', 'x', 'startsWith'],
    ['orders.status', 'enum', ['new', 'sent'], null],
    ['orders.status', 'enum', 'new', null],
    ['orders.total', 'number', '12.50', 'value'],
    ['orders.total', 'number', 12.5, 'value'],
    ['orders.total', 'number', ['1', '2.50'], 'value'],
    ['orders.due_on', 'date', '2026-01-01', 'date'],
    ['orders.total', 'number', '1e5', 'value'],
    ['orders.total', 'number', 'NaN', 'value'],
    ['orders.total', 'number', '1'.repeat(1000), 'value'],
    ['orders.total', 'number', { min: '1', max: null }, 'interval'],
    ['orders.paid', 'boolean', false, null],
    ['orders.due_on', 'date', { min: '2026-01-01', max: '2026-01-31' }, 'interval'],
    ['orders.placed_at', 'date', { min: '2026-01-01T00:00:00.000Z', max: null }, 'interval'],
    ['customers.id', 'select', [1, 'b'], null],
  ])(
    'on %s of type %s, %j in mode %s can be used, with the label of the template',
    (data, type, value, mode) => {
      const label = choices.find((choice) => choice.data === data)?.label;
      expect(filter(data, type, value, mode)).toEqual({ label, data, type, value, mode });
    },
  );

  test.each([
    ['orders.number', 'string', ['x'], 'full'],
    ['orders.number', 'string', ' ', 'full'],
    ['orders.number', 'string', 'x', 'interval'],
    ['orders.status', 'enum', ['gone'], null],
    ['orders.status', 'enum', ['toString'], null],
    ['orders.status', 'enum', [], null],
    ['orders.status', 'enum', { min: 'new' }, 'interval'],
    ['orders.total', 'number', '1e1001', null],
    ['orders.total', 'number', '1'.repeat(1001), null],
    ['orders.total', 'number', { min: 'NaN', max: null }, 'interval'],
    ['orders.total', 'number', Number.NaN, null],
    ['orders.total', 'number', { min: null, max: null }, 'interval'],
    ['orders.total', 'number', { min: 1, max: 2, most: 3 }, 'interval'],
    ['orders.total', 'number', { min: 1 }, null],
    ['orders.total', 'number', 5, 'interval'],
    ['orders.total', 'number', { min: true }, 'interval'],
    ['orders.paid', 'boolean', 'true', null],
    ['orders.due_on', 'date', 'today', 'date'],
    ['customers.id', 'select', [null], null],
    ['customers.id', 'select', [1.5], null],
    ['customers.id', 'select', Array.from({ length: 1001 }, (_, index) => index), null],
  ])('on %s of type %s, %j in mode %s cannot be used', (data, type, value, mode) => {
    expect(filter(data, type, value, mode)).toBeUndefined();
  });

  test.each([
    ['orders.total', 'number', 12.5, 'value'],
    ['orders.number', 'string', 'x', 'full'],
    ['orders.due_on', 'date', '2026-01-01', 'date'],
  ])('on %s of type %s, %j without a mode has the mode %s', (data, type, value, mode) => {
    expect(filter(data, type, value, null)).toMatchObject({ value, mode });
  });

  test('are all omitted if one is invalid, since other rows would match', () => {
    const good = { data: 'orders.paid', type: 'boolean', value: true };
    expect(check({ filters: [good, { ...good, value: 'x' }] })).toEqual({});
    expect(check({ filters: Array.from({ length: 101 }, () => good) })).toEqual({});
  });

  test('of type select keep the labels of their values', () => {
    const select = { data: 'customers.id', type: 'select', value: [1] };
    const [named, nameless] = [['Ada'], [5]].map(
      (valueLabels) => stored(check({ filters: [{ ...select, valueLabels }] })).filters[0],
    );
    expect(named).toMatchObject({ valueLabels: ['Ada'] });
    expect(nameless).toMatchObject({ value: [1] });
    expect(nameless).not.toHaveProperty('valueLabels');
  });
});

// Hostile input

const words = [
  'number',
  'status',
  'total',
  'paid',
  'note',
  'secret',
  'gone',
  '__proto__',
  'constructor',
  'ASC',
  'DESC',
  'hover',
  'compact',
  'full',
  'startsWith',
  'string',
  'enum',
  'date',
  'interval',
  'orders.number',
  'orders.status',
  'orders.total',
  'customers.id',
  'new',
  '2026-01-01',
  '',
  ',',
  '-',
  '%',
];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(...words, 0, 10, 25, -1, 1e300, true, false, null, undefined, Number.NaN),
  fc.string({ unit: 'binary' }),
  fc.anything(),
);
const memberNames = [
  'search',
  'searchMode',
  'start',
  'length',
  'sort',
  'visible',
  'viewModes',
  'filters',
  'name',
  'direction',
  'data',
  'type',
  'value',
  'mode',
  'min',
  'max',
  'valueLabels',
  '__proto__',
];
const { hostile } = fc.letrec((tie) => ({
  hostile: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'hostile' },
    leaf,
    fc.array(tie('hostile'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...memberNames), tie('hostile'), { maxKeys: 8 }),
  ),
}));

/** Every member is one that a user could have made. */
function expectValid(state: Partial<TableState>): void {
  const full = { ...defaultState(init), ...state };
  expect(checkState(JSON.parse(JSON.stringify(stored(full))), init, choices)).toEqual(full);
  expect(full.start % full.length).toBe(0);
}

describe('whatever comes', () => {
  test('never throws, and gives a state that a user could have made', () => {
    fc.assert(
      fc.property(hostile, (value) => expectValid(check(value))),
      { numRuns: 1000 },
    );
  });

  test('from storage', () => {
    const text = fc.oneof(
      fc.string(),
      hostile.map((state) => JSON.stringify({ fingerprint: fingerprint(init, choices), state })),
      hostile.map((value) => String(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(text, (kept) => {
        const storage = { getItem: () => kept, setItem: () => undefined, removeItem: () => undefined };
        expectValid(storedState(storage, 'orders').read(init, choices).state ?? {});
      }),
      { numRuns: 500 },
    );
  });

  test('from an address', () => {
    const parameter = fc.constantFrom(
      'q',
      'mode',
      'page',
      'length',
      'sort',
      'cols',
      'view',
      'style',
      'filters',
    );
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...words),
      fc.nat().map(String),
      hostile.map((json) => String(JSON.stringify(json))),
    );
    const query = fc
      .array(fc.tuple(parameter, value), { maxLength: 10 })
      .map((pairs) =>
        pairs.map(([name, text]) => `orders.${name}=${encodeURIComponent(text.toWellFormed())}`).join('&'),
      );
    fc.assert(
      fc.property(fc.oneof(query, fc.string({ unit: 'binary' })), (text) => {
        expectValid(readUrl(text, 'orders', init, choices) ?? {});
        expect(typeof writeUrl(text, 'orders', {}, { start: 0, length: 10, visible: [] })).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});
