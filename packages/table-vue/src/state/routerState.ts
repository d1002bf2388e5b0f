import type { Browser } from './Browser.ts';

/**
 * What a router keeps with an entry of the history, for the entry with another query. Vue Router keeps the address too, and
 * puts it back when it leaves the entry: the view in it would be lost.
 */
export function routerState(
  state: unknown,
  { pathname, hash }: Pick<Browser['location'], 'pathname' | 'hash'>,
  query: string,
): unknown {
  if (!(state instanceof Object) || !('current' in state) || typeof state.current !== 'string') return state;

  // Without the base of the application.
  const path = state.current.replace(/[?#].*$/s, '');
  const isInHash = hash.startsWith('#/');

  return pathname.endsWith(path) && !isInHash ? { ...state, current: `${path}${query}${hash}` } : state;
}
