import { expect, it } from 'vitest';
import { visitsOf } from './lastVisit.ts';

const minutes = (count: number) => count * 60_000;

function storage(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

it('compares with the visit before, and not with the page before its reload', () => {
  const store = storage();
  const first = visitsOf(7, store, () => minutes(0));
  expect([first.last, first.changeOf('v', 4)]).toEqual([null, null]);
  first.keep('v', 4);
  expect(visitsOf(7, store, () => minutes(10)).last).toBeNull();

  const second = visitsOf(7, store, () => minutes(120));
  expect(second.last).toEqual({ at: minutes(10), counts: { v: 4 } });
  expect([second.changeOf('v', 9), second.changeOf('other', 9)]).toEqual([5, null]);
  second.keep('v', 9);
  const reloaded = visitsOf(7, store, () => minutes(125));
  expect(reloaded.changeOf('v', 9)).toBe(5);
  expect(visitsOf(7, store, () => minutes(300)).changeOf('v', 8)).toBe(-1);
});

it('is kept for each user', () => {
  const store = storage();
  visitsOf(7, store, () => 0).keep('v', 4);
  expect(visitsOf(8, store, () => minutes(60)).last).toBeNull();
});

it.each(['nonsense', 'null', '[]', '{"current":{"at":"x"}}', '{"current":{"at":1,"counts":null}}'])(
  'starts again after %s was kept',
  (text) => {
    expect(visitsOf(7, storage({ 'rowhouse.home.7': text }), () => minutes(60)).last).toBeNull();
  },
);

it('works without a storage', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const visits = visitsOf(7, { getItem: refuse, setItem: refuse });
  visits.keep('v', 1);
  expect(visits.changeOf('v', 1)).toBeNull();
});
