/** The members of `window` that a table uses. */
export interface Browser {
  readonly location: {
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
    assign(path: string): void;
  };
  readonly history: {
    readonly state: unknown;
    pushState(state: unknown, unused: string, url: string): void;
    replaceState(state: unknown, unused: string, url: string): void;
  };
  /** Tables in a hidden tab do not poll for changes. */
  readonly document?: {
    readonly visibilityState: string;
    addEventListener(name: 'visibilitychange', listener: () => void): void;
    removeEventListener(name: 'visibilitychange', listener: () => void): void;
  };
  addEventListener(name: 'online' | 'popstate', listener: () => void): void;
  removeEventListener(name: 'online' | 'popstate', listener: () => void): void;
}

declare const window: Browser | undefined;

/** The window; null outside of a browser. */
export function windowBrowser(): Browser | null {
  return typeof window === 'undefined' ? null : window;
}

/** Calls `listener` for each event until `lifetime` is aborted. */
export function listen(
  browser: Browser | null,
  name: 'online' | 'popstate',
  listener: () => void,
  lifetime: AbortSignal,
): void {
  browser?.addEventListener(name, listener);
  lifetime.addEventListener('abort', () => browser?.removeEventListener(name, listener));
}

/**
 * The router's state of a history entry, for the entry with another query. Vue Router stores the address in it, and writes
 * that address again when it leaves the entry, which would drop the new query.
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
