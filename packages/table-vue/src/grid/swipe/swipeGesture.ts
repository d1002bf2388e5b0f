/** The gesture of a moving finger; `unclear` until it has moved far enough. */
export type Movement = 'unclear' | 'swipe' | 'scroll';

/** The result of a swipe: towards the end of a line the first action, towards its start the menu of the others. */
export type SwipeSide = 'end' | 'start';

/** Minimum movement of a swipe or a scroll, in CSS pixels. */
const slop = 10;
/** Minimum ratio of horizontal to vertical movement in a swipe. */
const slope = 1.5;
/** CSS pixels after which a card increasingly lags behind the finger. */
const easy = 96;

/** Distances in CSS pixels from the start of the touch. */
export function movementOf(x: number, y: number): Movement {
  if (Math.hypot(x, y) < slop) return 'unclear';

  return Math.abs(x) > slope * Math.abs(y) ? 'swipe' : 'scroll';
}

export function sideOf(x: number, isRightToLeft: boolean): SwipeSide {
  return x > 0 === isRightToLeft ? 'start' : 'end';
}

/** The distance that the card moves for a finger that moved by `x`. */
export function shiftOf(x: number): number {
  const beyond = Math.max(0, Math.abs(x) - easy);

  return Math.sign(x) * (Math.min(Math.abs(x), easy) + beyond / 4);
}

/** True if releasing the finger there runs the action: at a third of a narrow card, at most 96 px. */
export function isFarEnough(x: number, width: number): boolean {
  return Math.abs(x) >= Math.min(easy, width / 3);
}
