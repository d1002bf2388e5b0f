import { expect, test, vi } from 'vitest';
import { uuid } from './uuid.ts';

test('a UUID has the bits of version 4 where the others are random', () => {
  for (const [byte, expected] of [
    [0, '00000000-0000-4000-8000-000000000000'],
    [255, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ] as const) {
    const random = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array) array.fill(byte);
      return array;
    });
    try {
      expect(uuid()).toBe(expected);
    } finally {
      random.mockRestore();
    }
  }
});
