import type { RouterScrollBehavior } from 'vue-router';

/** Time limit for the rows to appear; after it, the page is scrolled as far as possible; in ms. */
const longestWait = 5000;
const sideways = '.rh-grid';
/** Events of a user who scrolls. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Position in the history → horizontal scroll positions of the tables on that page. */
const tablesLeft = new Map<number, readonly number[]>();
let historyPosition: number | null = null;
let stop: (() => void) | null = null;

/** Stores the horizontal scroll positions of the tables before a navigation. */
export function noteTables(): void {
  stop?.();
  if (historyPosition === null) return;
  tablesLeft.set(
    historyPosition,
    tables().map(({ scrollLeft }) => scrollLeft),
  );
}

/** Stores the current position in the history after a navigation. */
export function notePosition(): void {
  historyPosition = positionOf(history.state);
}

/** Restores the scroll position on back and forward, after the rows have appeared. */
export const scrollBehavior: RouterScrollBehavior = (to, from, saved) => {
  if (!saved) return to.path === from.path ? undefined : { top: 0 };
  const lefts = tablesLeft.get(historyPosition ?? Number.NaN) ?? [];
  if (lefts.every((left) => left === 0) && isTallEnough(saved.top)) return saved;

  return restored(saved, lefts);
};

/** Resolves with the position when the page is long enough for it; with false if the user scrolls before. */
function restored<Position extends { readonly top: number }>(
  saved: Position,
  lefts: readonly number[],
): Promise<Position | false> {
  stop?.();

  return new Promise((resolve) => {
    const end = (position: Position | false) => {
      stop = null;
      clearTimeout(timer);
      observer.disconnect();
      for (const move of ownMoves) removeEventListener(move, cancel, true);
      if (position) for (const [index, table] of tables().entries()) table.scrollLeft = lefts[index] ?? 0;
      resolve(position);
    };
    const cancel = () => end(false);
    const check = () => {
      if (isTallEnough(saved.top) && tables().length >= lefts.length && tables().every(isWide(lefts)))
        end(saved);
    };
    const timer = setTimeout(() => end(saved), longestWait);
    const observer = new MutationObserver(check);

    stop = cancel;
    for (const move of ownMoves) addEventListener(move, cancel, { capture: true, passive: true });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    check();
  });
}

function tables(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(sideways)];
}

function isTallEnough(top: number): boolean {
  return document.documentElement.scrollHeight >= top + innerHeight;
}

const isWide =
  (lefts: readonly number[]) =>
  ({ scrollWidth, clientWidth }: HTMLElement, index: number) =>
    scrollWidth - clientWidth >= (lefts[index] ?? 0);

/** The router stores a position in each history entry. */
function positionOf(state: unknown): number | null {
  const position = (state as { readonly position?: unknown } | null)?.position;

  return typeof position === 'number' ? position : null;
}
