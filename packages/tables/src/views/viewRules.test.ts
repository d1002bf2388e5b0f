import fastCheck from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveDefault, freeName, maySee, viewFor, viewName } from './viewRules.ts';

const record = {
  id: 'v',
  table: 'orders',
  name: 'Open',
  owner: 5,
  state: {},
  revision: 1,
  sharedWith: [2, '3'],
};
const caller = (id: string | number, role: string | number | null) => ({ id, role, mayShare: true });

describe('A view', () => {
  it('is seen by its owner, its roles and, if shared so, by everyone', () => {
    expect([maySee(caller('5', null), record), maySee(caller(6, 3), record)]).toEqual([true, true]);
    expect([maySee(caller(6, 4), record), maySee(caller(6, null), record)]).toEqual([false, false]);
    expect(maySee(caller(6, null), { ...record, sharedWith: 'everyone' })).toBe(true);
  });

  it('shows its other roles to the owner only', () => {
    expect(viewFor(caller(5, 2), record, { defaultView: 'v', isPinned: true })).toMatchObject({
      sharedWith: [2, '3'],
      isDefault: true,
      isPinned: true,
    });
    expect(viewFor(caller(6, 2), record, { defaultView: null, isPinned: false })).toMatchObject({
      sharedWith: [2],
      isOwn: false,
      mayChange: false,
    });
  });
});

it("prefers the user's default to that of the role, and that to the one of the table", () => {
  expect(effectiveDefault({ me: 'a', role: 'b', everyone: 'c' })).toBe('a');
  expect(effectiveDefault({ me: null, role: 'b', everyone: 'c' })).toBe('b');
  expect(effectiveDefault({ me: null, role: null, everyone: 'c' })).toBe('c');
});

describe('A name', () => {
  it('is composed and trimmed', () => {
    expect(viewName(' u\u0308ber ')).toBe('über');
    for (const name of ['', '\t', 'x'.repeat(101), 'a\0', '\ud800', 7, null]) {
      expect(() => viewName(name)).toThrow('name');
    }
  });

  it('is unused and within the limit for a copy', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.string({ unit: 'grapheme', minLength: 1 }),
        fastCheck.nat(12),
        (text, n) => {
          const name = [...text].slice(0, 100).join('').trim() || 'x';
          const taken = new Set<string>();
          for (let copies = 0; copies <= n; copies++) taken.add(freeName(name, taken));
          expect(taken.size).toBe(n + 1);
          for (const copy of taken) expect(viewName(copy)).toBe(copy.normalize('NFC').trim());
        },
      ),
    );
    expect(freeName('x'.repeat(100), new Set(['x'.repeat(100)]))).toBe(`${'x'.repeat(96)} (2)`);
  });
});
