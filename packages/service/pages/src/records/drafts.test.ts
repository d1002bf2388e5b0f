import { afterEach, expect, it, vi } from 'vitest';
import { draftKey, forgetDrafts, storeDraft, storedDraft } from './drafts.ts';

afterEach(() => vi.unstubAllGlobals());

/** A storage whose keys are its members, as in browsers. */
function openStorage(entries: Record<string, string> = {}): Record<string, string> {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, value: string) {
      storage[key] = value;
    },
    removeItem: (key: string) => void delete storage[key],
  }) as Record<string, string>;
  vi.stubGlobal('sessionStorage', Object.assign(storage, entries));

  return storage;
}

it('keeps a draft for each user and record', () => {
  openStorage();
  const key = draftKey(1, 'rooms', '7');
  storeDraft(key, { values: { name: 'A' } });
  expect(storedDraft(key)).toEqual({ values: { name: 'A' } });
  for (const other of [draftKey(2, 'rooms', '7'), draftKey(1, 'rooms', null), draftKey(1, 'beds', '7')]) {
    expect(storedDraft(other)).toBeNull();
  }
  storeDraft(key, null);
  expect(storedDraft(key)).toBeNull();
});

it('forgets all drafts, and nothing else', () => {
  const storage = openStorage({ other: 'x' });
  storeDraft(draftKey(1, 'rooms', '7'), {});
  forgetDrafts();
  expect(Object.keys(storage)).toEqual(['other']);
});

it('works without a storage, and with spoilt entries', () => {
  expect(() => storeDraft('key', {})).not.toThrow();
  expect(storedDraft('key')).toBeNull();
  expect(forgetDrafts).not.toThrow();
  openStorage({ [draftKey(1, 'rooms', '7')]: '{' });
  expect(storedDraft(draftKey(1, 'rooms', '7'))).toBeNull();
});
