import { expect, test } from 'vitest';
import { personNames } from './personNames.ts';

test('the weights add up to 100', () => {
  expect(personNames.reduce((sum, names) => sum + names.weight, 0)).toBe(100);
});

test.each(personNames.map((names) => [names.company, names] as const))(
  '%s: sixteen names each',
  (_, names) => {
    for (const list of [names.given, names.family]) {
      const entries = list.split(' ');
      expect(entries).toHaveLength(16);
      for (const entry of entries) {
        const [native = '', letters] = entry.split('=');
        expect(letters ?? native.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()).toMatch(/^[a-z]+$/);
      }
    }
  },
);
