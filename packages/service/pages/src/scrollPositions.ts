import type { RouterScrollBehavior } from 'vue-router';

/** Time limit for the rows to appear; after it, the page is scrolled as far as possible; in ms. */
const longestWait = 30_000;
/** A table that is wider than its place scrolls in a frame of its own. */
const frames = '.rh-grid';

interface FramePosition {
  readonly left: number;
  readonly top: number;
}
/** Events of a user who scrolls. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Position in the history → scroll positions of the tables on that page. */
const positions = new Map<number, readonly FramePosition[]>();
let historyPosition: number | null = null;
let stop: (() => void) | null = null;

/** Stores the scroll positions of the tables before a navigation. */
export function noteTables(): void {
  stop?.();
  if (historyPosition === null) return;
  positions.set(
    historyPosition,
    tables().map(({ scrollLeft: left, scrollTop: top }) => ({ left, top })),
  );
}

/** Stores the current position in the history after a navigation. */
export function notePosition(): void {
  historyPosition = positionOf(history.state);
}

/** Restores the scroll position on back and forward, after the rows have appeared. */
export const scrollBehavior: RouterScrollBehavior = (to, from, saved) => {
  if (!saved) return to.path === from.path ? undefined : { top: 0 };
  const places = positions.get(historyPosition ?? Number.NaN) ?? [];
  if (places.every(({ left, top }) => left === 0 && top === 0) && isTallEnough(saved.top)) return saved;

  return restored(saved, places);
};

/** Resolves with the position when the page is long enough for it; with false if the user scrolls before. */
function restored<Position extends { readonly top: number }>(
  saved: Position,
  places: readonly FramePosition[],
): Promise<Position | false> {
  stop?.();

  return new Promise((resolve) => {
    const end = (position: Position | false) => {
      stop = null;
      clearTimeout(timer);
      observer.disconnect();
      for (const move of ownMoves) removeEventListener(move, cancel, true);
      if (position)
        for (const [index, table] of tables().entries()) table.scrollTo(places[index] ?? { left: 0 });
      resolve(position);
    };
    const cancel = () => end(false);
    const check = () => {
      if (isTallEnough(saved.top) && tables().length >= places.length && tables().every(hasRoom(places)))
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
  return [...document.querySelectorAll<HTMLElement>(frames)];
}

function isTallEnough(top: number): boolean {
  return document.documentElement.scrollHeight >= top + innerHeight;
}

/** In a right-to-left page, positions to the left are negative. */
const hasRoom =
  (places: readonly FramePosition[]) =>
  ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement, index: number) => {
    const { left, top } = places[index] ?? { left: 0, top: 0 };

    return scrollWidth - clientWidth >= Math.abs(left) && scrollHeight - clientHeight >= top;
  };

/** The router stores a position in each history entry. */
function positionOf(state: unknown): number | null {
  const position = (state as { readonly position?: unknown } | null)?.position;

  return typeof position === 'number' ? position : null;
}
