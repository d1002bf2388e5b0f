import { describe, expect, it } from 'vitest';
import { type KeyState, together } from './Observation.ts';

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
