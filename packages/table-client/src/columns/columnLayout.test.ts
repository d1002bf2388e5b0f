import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { column } from '../responses/responses.fixture.ts';
import { arranged, checkLayout, inOrder, knownOrder, movedOrder, widthLimits } from './columnLayout.ts';

const names = ['a', 'b', 'c', 'd', 'toString', '__proto__'];
const columns = [...names.map((name) => column({ name })), column({ name: 'rogue', meta: { rogue: true } })];
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
const drawnAs = (order: readonly string[], pinned: Readonly<Record<string, 'left' | 'right'>> = {}) =>
  arranged(columns.slice(0, 4), { order, pinned }).map(({ name }) => ({
    name,
    visible: name !== 'b',
    hidden: false,
    pinned: pinned[name] ?? null,
  }));

describe('a stored layout', () => {
  test.each([
    [{ order: ['c', 'gone', 'a', 'c', 'rogue'] }, { order: ['c', 'd', 'toString', '__proto__', 'a', 'b'] }],
    [{ order: ['a', 'c'] }, { order: [] }],
    [{ order: [1] }, {}],
    [{ widths: { a: 100, b: 1, c: '90', gone: 70, d: Number.NaN } }, { widths: { a: 100 } }],
    [{ widths: [100] }, {}],
    [{ pinned: { a: 'left', b: 'top', gone: 'right', rogue: 'left' } }, { pinned: { a: 'left' } }],
    [
      { density: 'roomy', fit: 'scroll' },
      { density: 'roomy', fit: 'scroll' },
    ],
    [{ density: 'huge', fit: 1 }, {}],
  ])('%j is %j', (value, expected) => {
    expect(checkLayout(value, columns)).toEqual(expected);
  });

  test('is valid after it was checked, whatever it was', () => {
    const hostile = fc.record(
      {
        order: fc.anything(),
        widths: fc.dictionary(fc.constantFrom(...names), fc.anything()),
        pinned: fc.dictionary(fc.constantFrom(...names), fc.anything()),
        density: fc.anything(),
        fit: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(hostile, (value) => {
        const checked = checkLayout(value, columns);
        const { order = [], widths = {}, pinned = {} } = checked;
        expect(checkLayout(JSON.parse(JSON.stringify(checked)), columns)).toEqual(checked);
        expect(namesOf(arranged(columns, { order, pinned })).toSorted()).toEqual(namesOf(columns).toSorted());
        for (const width of Object.values(widths)) {
          expect(width).toBeGreaterThanOrEqual(widthLimits.min);
          expect(width).toBeLessThanOrEqual(widthLimits.max);
        }
      }),
    );
  });
});

describe('the order of columns', () => {
  test.each([
    [[], ['a', 'b', 'c', 'd']],
    [['d'], ['a', 'b', 'c', 'd']],
    [
      ['c', 'a'],
      ['c', 'd', 'a', 'b'],
    ],
    [
      ['b', 'gone'],
      ['a', 'b', 'c', 'd'],
    ],
  ])('%j is drawn as %j: others follow their predecessor', (order, drawn) => {
    expect(namesOf(inOrder(columns.slice(0, 4), order))).toEqual(drawn);
  });

  test.each([
    ['a', 1, ['b', 'c', 'a', 'd']],
    ['a', 99, ['b', 'c', 'd', 'a']],
    ['d', -1, ['a', 'b', 'd', 'c']],
    ['d', -99, ['d', 'a', 'b', 'c']],
    ['gone', 1, ['a', 'b', 'c', 'd']],
    ['a', -1, ['a', 'b', 'c', 'd']],
  ])('%s moves by %d past visible columns', (name, steps, expected) => {
    const four = columns.slice(0, 4);
    const order = movedOrder(four, [], drawnAs([]), { name, steps });
    expect(namesOf(inOrder(four, order))).toEqual(expected);
  });

  test('a pinned column moves among those of its side, and returns to its place when it is unpinned', () => {
    const four = columns.slice(0, 4);
    const pinned = { d: 'left', a: 'left' } as const;
    expect(namesOf(drawnAs([], pinned))).toEqual(['a', 'd', 'b', 'c']);
    const order = movedOrder(four, [], drawnAs([], pinned), { name: 'd', steps: -5 });
    expect(namesOf(drawnAs(order, pinned))).toEqual(['d', 'a', 'b', 'c']);
    expect(movedOrder(four, [], drawnAs([], pinned), { name: 'c', steps: -1 })).toEqual([]);
  });

  test('a column moves past those that are shown, not past those without room', () => {
    const four = columns.slice(0, 4);
    const drawn = drawnAs([]).map((one) => ({ ...one, hidden: one.name === 'c' }));
    const order = movedOrder(four, [], drawn, { name: 'd', steps: -1 });
    expect(namesOf(inOrder(four, order))).toEqual(['d', 'a', 'b', 'c']);
  });

  test('is empty when it is that of the template again', () => {
    const four = columns.slice(0, 4);
    const moved = movedOrder(four, [], drawnAs([]), { name: 'c', steps: 1 });
    expect(moved).toEqual(['a', 'b', 'd', 'c']);
    expect(movedOrder(four, moved, drawnAs(moved), { name: 'c', steps: -1 })).toEqual([]);
    expect(knownOrder(['a', 'b', 'c', 'd'], four)).toEqual([]);
  });
});
