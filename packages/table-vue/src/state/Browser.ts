/** What a table uses of the browser's window. */
export interface Browser {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'assign'>;
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>;
  addEventListener(name: 'online' | 'popstate', listener: () => void): void;
  removeEventListener(name: 'online' | 'popstate', listener: () => void): void;
}

/** The window; null outside of a browser. */
export function windowBrowser(): Browser | null {
  return typeof window === 'undefined' ? null : window;
}
