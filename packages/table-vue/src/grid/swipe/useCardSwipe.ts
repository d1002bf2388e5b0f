import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import { isFarEnough, movementOf, type SwipeSide, shiftOf, sideOf } from './swipeGesture.ts';

/** A card that is being swiped. */
export interface SwipedCard {
  readonly row: HTMLTableRowElement;
  readonly side: SwipeSide;
  /** Releasing the finger runs the action. */
  readonly isReady: boolean;
}

interface Start {
  readonly row: HTMLTableRowElement;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly isRightToLeft: boolean;
}

/** Elements that handle horizontal movements themselves. */
const ownMovement = 'input, select, textarea, [contenteditable], .rh-slot';
/** At the edges of the screen, the system has its own gestures. */
const screenEdge = 16;

/**
 * Follows a finger that moves a card sideways. `touch-action` of the cards leaves vertical movements to the browser, which
 * then cancels the pointer. `has` says whether a card has something at that side; `act` runs after the release.
 */
export function useCardSwipe(
  grid: Readonly<Ref<HTMLTableElement | null>>,
  has: (row: HTMLTableRowElement, side: SwipeSide) => boolean,
  act: (row: HTMLTableRowElement, side: SwipeSide) => void,
): Readonly<Ref<SwipedCard | null>> {
  const swiped = shallowRef<SwipedCard | null>(null);
  let following = new AbortController();

  function onPointerdown({
    target,
    pointerType,
    isPrimary,
    pointerId,
    clientX,
    clientY,
  }: PointerEvent): void {
    end();
    const row = target instanceof Element ? target.closest('tr') : null;
    const isAtEdge = clientX < screenEdge || clientX > window.innerWidth - screenEdge;
    if (pointerType !== 'touch' || !isPrimary || isAtEdge) return;
    if (!row?.classList.contains('rh-row') || row.closest('table') !== grid.value) return;
    if (target instanceof Element && target.closest(ownMovement)) return;
    const isRightToLeft = getComputedStyle(row).direction === 'rtl';
    follow({ row, pointer: pointerId, x: clientX, y: clientY, isRightToLeft });
  }

  function follow({ row, pointer, x, y, isRightToLeft }: Start): void {
    following = new AbortController();
    const { signal } = following;

    function onMove(event: PointerEvent): void {
      if (event.pointerId !== pointer) return;
      const along = event.clientX - x;
      const movement = swiped.value ? 'swipe' : movementOf(along, event.clientY - y);
      if (movement === 'scroll') end();
      if (movement !== 'swipe') return;
      const side = sideOf(along, isRightToLeft);
      const shift = has(row, side) ? shiftOf(along) : 0;
      row.classList.add('rh-swiping');
      row.style.translate = `${shift}px`;
      const isReady = shift !== 0 && isFarEnough(along, row.offsetWidth);
      if (swiped.value?.side !== side || swiped.value.isReady !== isReady) {
        swiped.value = { row, side, isReady };
      }
    }

    function onUp({ pointerId }: PointerEvent): void {
      if (pointerId !== pointer) return;
      const card = swiped.value;
      end();
      // After the release, which closes popovers that were opened before it.
      if (card?.isReady) setTimeout(() => row.isConnected && act(row, card.side));
    }

    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
  }

  function end(): void {
    following.abort();
    if (swiped.value) {
      const { row } = swiped.value;
      row.classList.remove('rh-swiping');
      row.style.translate = '';
    }
    swiped.value = null;
  }

  watch(
    grid,
    (now, before) => {
      before?.removeEventListener('pointerdown', onPointerdown);
      now?.addEventListener('pointerdown', onPointerdown);
    },
    { immediate: true },
  );
  onBeforeUnmount(() => {
    end();
    grid.value?.removeEventListener('pointerdown', onPointerdown);
  });

  return swiped;
}
