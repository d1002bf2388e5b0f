import { describe, expect, it } from 'vitest';
import type { CatalogueTable } from '../query/catalogue.ts';
import { type KeyState, keysIn, together } from './Observation.ts';

/** The keys of several reads, in their order. */
function keysOf(...reads: readonly KeyState[]): KeyState {
  return together(...reads.map((keys) => ({ snapshot: 'a', reading: '1:2:3:4', keys }))).keys;
}

describe('what several reads saw together', () => {
  it('has held keys if each of them had, or if they were verified after the others', () => {
    expect(keysOf('held', 'held')).toBe('held');
    expect(keysOf('unknown', 'heldSoFar')).toBe('heldSoFar');
    expect(keysOf('unknown', 'heldSoFar', 'held')).toBe('held');
  });

  it('has unknown keys if one of them had, and none after it verified them', () => {
    expect(keysOf('unknown', 'held')).toBe('unknown');
    expect(keysOf('heldSoFar', 'unknown')).toBe('unknown');
    expect(keysOf('held', 'heldSoFar', 'unknown')).toBe('unknown');
  });

  it('has neither a snapshot nor a reading, which may differ', () => {
    expect(together({ snapshot: 'a', reading: '1:2:3:4', keys: 'held' })).toEqual({
      snapshot: null,
      reading: null,
      keys: 'held',
    });
  });
});

describe('the keys of tables in a snapshot', () => {
  const [orders, lines] = ['orders', 'lines'].map((name) => ({ name }) as CatalogueTable);
  const verifiedKeys = new WeakMap([[orders as CatalogueTable, 'a']]);
  const keys = (snapshot: string | null, ...tables: (CatalogueTable | undefined)[]) =>
    keysIn(snapshot, tables as CatalogueTable[], { verifiedKeys });

  it('are held if all of them were verified in that one', () => {
    expect(keys('a', orders)).toBe('held');
    expect(keys('b', orders)).toBe('unknown');
    expect(keys('a', orders, lines)).toBe('unknown');
  });

  it('are unknown in a snapshot without a name, also if they were never verified', () => {
    expect(keys(null, orders)).toBe('unknown');
    expect(keys(null, lines)).toBe('unknown');
  });

  it('are held if there are none', () => expect(keys(null)).toBe('held'));
});
