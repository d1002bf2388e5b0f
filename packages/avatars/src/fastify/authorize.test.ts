import { expect, it } from 'vitest';
import { mayChange, maySee } from './authorize.ts';

const flags = [true, false];

it('lets active users change their own avatar, superiors any, and impersonators none', () => {
  for (const isActive of flags) {
    for (const isImpersonated of flags) {
      for (const isSuperior of flags) {
        const actor = { id: 1, isActive, isImpersonated, isSuperior };
        const acts = isActive && !isImpersonated;
        expect(mayChange(actor, 1), JSON.stringify(actor)).toBe(acts);
        expect(mayChange(actor, 2), JSON.stringify(actor)).toBe(acts ? isSuperior : false);
        expect(maySee(actor)).toBe(isActive);
      }
    }
  }
});

it('compares ids as number and as text', () => {
  const actor = { id: '12', isActive: true, isImpersonated: false, isSuperior: false };
  expect([mayChange(actor, 12), mayChange(actor, 1), mayChange({ ...actor, id: 12 }, '12')]).toEqual([
    true,
    false,
    true,
  ]);
});
