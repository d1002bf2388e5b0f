import type { RouterScrollBehavior } from 'vue-router';

/** How long rows may take until the page is scrolled as far as it goes, in ms. */
const longestWait = 5000;
const sideways = '.rh-grid';
/** What a user does to scroll somewhere else. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Place in the history → how far the tables of that page were scrolled to the side. */
const tablesLeft = new Map<number, readonly number[]>();
let place: number | null = null;
let stop: (() => void) | null = null;

/** Notes how far the tables of the page are scrolled that is about to be left. */
export function noteTables(): void {
  stop?.();
  if (place === null) return;
  tablesLeft.set(
    place,
    tables().map(({ scrollLeft }) => scrollLeft),
  );
}

/** Notes the place in the history at which the page now is. */
export function notePlace(): void {
  place = placeOf(history.state);
}

/** Back and forth lead to where the page was scrolled to, when its rows are there. */
export const scrollBehavior: RouterScrollBehavior = (to, from, saved) => {
  if (!saved) return to.path === from.path ? undefined : { top: 0 };
  const lefts = tablesLeft.get(place ?? Number.NaN) ?? [];
  if (lefts.every((left) => left === 0) && isTallEnough(saved.top)) return saved;

  return restored(saved, lefts);
};

/** Resolves with the position when the page is long enough for it; with false when the user has gone elsewhere first. */
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
      for (const move of ownMoves) removeEventListener(move, leave, true);
      if (position) for (const [index, table] of tables().entries()) table.scrollLeft = lefts[index] ?? 0;
      resolve(position);
    };
    const leave = () => end(false);
    const look = () => {
      if (isTallEnough(saved.top) && tables().length >= lefts.length && tables().every(isWide(lefts)))
        end(saved);
    };
    const timer = setTimeout(() => end(saved), longestWait);
    const observer = new MutationObserver(look);

    stop = leave;
    for (const move of ownMoves) addEventListener(move, leave, { capture: true, passive: true });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    look();
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

/** The router numbers the entries of the history. */
function placeOf(state: unknown): number | null {
  const position = (state as { readonly position?: unknown } | null)?.position;

  return typeof position === 'number' ? position : null;
}
