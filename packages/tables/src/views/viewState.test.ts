import fastCheck from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readViewState, writeViewState } from './viewState.ts';

const whole = {
  order: ['total', 'number'],
  widths: { number: 120 },
  pinned: { number: 'left' },
  visible: ['number', 'total'],
  density: 'roomy',
  sort: [{ name: 'total', direction: 'DESC' }],
  where: { any: [{ data: 'orders.paid', operator: 'is', value: true }] },
  filters: [{ data: 'orders.kind', type: 'select', value: ['1'], valueLabels: ['New'] }],
  groups: [{ column: 'date', step: 'month' }],
  groupSort: { by: 'count', direction: 'DESC' },
  search: 'ann',
  searchMode: 'full',
  length: 30,
  viewModes: ['striped'],
};

const stored = (state: unknown, version: unknown = 1) => JSON.stringify({ version, state });

/** The fields that a state is refused for, with their first messages. */
function faultsOf(state: unknown): Record<string, string> {
  try {
    writeViewState(state);

    return {};
  } catch (error) {
    const { fields = {} } = error as { fields?: Record<string, string[]> };

    return Object.fromEntries(Object.entries(fields).map(([field, [first = '']]) => [field, first]));
  }
}

describe('A state', () => {
  it('is read as written', () => {
    expect(readViewState(writeViewState(whole))).toEqual(whole);
    expect(readViewState(writeViewState({}))).toEqual({});
  });

  it('is refused with every fault under its path', () => {
    expect(
      faultsOf({ ...whole, widhts: {}, zzzzzzz: 1, length: 0, pinned: { number: 'top' }, groups: 'date' }),
    ).toEqual({
      'state.widhts': '"widhts" is not a member of a view\'s state; did you mean widths?',
      'state.zzzzzzz': expect.stringContaining('send order, widths, pinned'),
      'state.length': '0 is not acceptable; send a whole number from 1.',
      'state.pinned': 'An object is not acceptable; send column → left or right.',
      'state.groups': '"date" is not acceptable; send a list of at most three {column, step}.',
    });
    for (const state of [null, [], 'x', 7]) expect(Object.keys(faultsOf(state))).toEqual(['state']);
  });

  it('is refused when it is too large or nested too deeply', () => {
    const deep = JSON.parse(`{"where":${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`) as object;
    expect(faultsOf(deep)).toEqual({ state: expect.stringContaining('nested in more than 12 levels') });
    const wide = { where: { data: 'orders.kind', operator: 'is', value: 'ü'.repeat(40_000) } };
    expect(faultsOf(wide)).toEqual({ state: expect.stringMatching(/^It has 800\d\d bytes as JSON/) });
  });
});

describe('A filter of groups', () => {
  const condition = { data: 'orders.kind', operator: 'isEmpty' };
  it.each([[condition], [{ all: [] }], [{ not: { any: [condition, { all: [condition] }] } }]])(
    'is part of a state: %j',
    (where) => {
      expect(readViewState(stored({ where }))).toEqual({ where });
    },
  );

  it.each([
    [{}],
    [{ data: 'orders.kind' }],
    [{ ...condition, operator: 'like' }],
    [{ any: condition }],
    [{ all: [condition], any: [] }],
    [{ not: [condition] }],
    [{ none: [condition] }],
    [[condition]],
  ])('is refused in another form: %j', (where) => {
    expect(faultsOf({ where })).toEqual({ 'state.where': expect.stringContaining('send a condition') });
    expect(readViewState(stored({ where }))).toEqual({});
  });
});

describe('A stored state', () => {
  it('is read as far as it is known if another version has written it', () => {
    const state = { ...whole, length: 'all', rotated: true, density: 'tiny', __proto__: { visible: 1 } };
    const { length: _, density: __, ...understood } = whole;
    expect(readViewState(stored(state, 9))).toEqual(understood);
    expect(readViewState('{"state":{"__proto__":{"length":5},"constructor":1,"length":5}}')).toEqual({
      length: 5,
    });
  });

  it('is empty if it cannot be read', () => {
    for (const text of ['', '{', 'null', '[]', '"x"', stored(null), stored([1])]) {
      expect(readViewState(text)).toEqual({});
    }
  });

  it('never fails with any content, and what is read can be written again', () => {
    const member = fastCheck.oneof(
      fastCheck.jsonValue({ maxDepth: 3 }),
      fastCheck.constantFrom<unknown>(...Object.values(whole)),
    );
    const states = fastCheck.dictionary(
      fastCheck.constantFrom(...Object.keys(whole), '__proto__', 'x'),
      member,
    );
    fastCheck.assert(
      fastCheck.property(fastCheck.oneof(states, fastCheck.jsonValue()), (state) => {
        const read = readViewState(stored(state));
        expect(readViewState(writeViewState(read))).toEqual(read);
      }),
      { numRuns: 300 },
    );
    fastCheck.assert(fastCheck.property(fastCheck.string(), (text) => void readViewState(text)));
  });
});
