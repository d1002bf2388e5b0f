import { nextTick, onBeforeUnmount, type Ref, ref, watch } from 'vue';

export interface Popover {
  readonly isOpen: Readonly<Ref<boolean>>;
  open(): void;
  /** Returns the focus to the button if it was inside the panel. */
  close(): void;
  /** Listener for the panel's `beforetoggle`. */
  onBeforetoggle(event: Event): void;
}

/**
 * Position and focus of a panel with `popover="auto"`. The browser handles the rest: top layer, one open panel at a
 * time, closing on Escape and on a click elsewhere.
 */
export function usePopover(
  button: Readonly<Ref<HTMLElement | null>>,
  panel: Readonly<Ref<HTMLElement | null>>,
  onOpen: () => void,
): Popover {
  const isOpen = ref(false);
  const resizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => reposition());

  function open(): void {
    if (panel.value?.isConnected && !panel.value.matches(':popover-open')) {
      panel.value.showPopover();
    }
  }

  function close(): void {
    if (panel.value?.matches(':popover-open')) {
      panel.value.hidePopover();
    }
  }

  function onBeforetoggle(event: Event): void {
    const opens = (event as ToggleEvent).newState === 'open';

    if (!opens && panel.value?.contains(document.activeElement)) {
      button.value?.focus({ preventScroll: true });
    }
    isOpen.value = opens;
  }

  function reposition(): void {
    if (!button.value || !panel.value) return;
    const { style } = panel.value;
    // Measured without the previous limit.
    style.setProperty('--rh-popover-max-height', 'none');
    const { left, top, maxHeight } = popoverPosition(
      button.value.getBoundingClientRect(),
      { width: panel.value.offsetWidth, height: panel.value.offsetHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      getComputedStyle(button.value).direction === 'rtl',
    );
    style.setProperty('--rh-popover-left', `${left}px`);
    style.setProperty('--rh-popover-top', `${top}px`);
    style.setProperty('--rh-popover-max-height', `${maxHeight}px`);
  }

  function onScroll({ target }: Event): void {
    if (!(target instanceof Node && panel.value?.contains(target))) reposition();
  }

  function follow(): void {
    if (panel.value) resizes?.observe(panel.value.firstElementChild ?? panel.value);
    window.addEventListener('resize', reposition);
    window.addEventListener('scroll', onScroll, true);
  }

  function unfollow(): void {
    resizes?.disconnect();
    window.removeEventListener('resize', reposition);
    window.removeEventListener('scroll', onScroll, true);
  }

  watch(isOpen, async (opened) => {
    unfollow();
    if (!opened) return;
    await nextTick();
    // `beforetoggle` comes before the panel is shown; until then it has no size and cannot be focused.
    if (!panel.value?.matches(':popover-open')) await new Promise(requestAnimationFrame);
    if (!isOpen.value) return;
    reposition();
    follow();
    onOpen();
  });
  onBeforeUnmount(unfollow);

  return { isOpen, open, close, onBeforetoggle };
}

/** Focuses the first stop of a panel, or the last one with `data-end`; the panel itself until it has a stop. */
export function focusStop(panel: HTMLElement): void {
  const stops = panel.querySelectorAll<HTMLElement>(
    '[role^=menuitem]:not([aria-disabled=true]), [data-autofocus]',
  );
  const stop = stops.item(panel.dataset.end === 'last' ? stops.length - 1 : 0);
  (stop ?? panel).focus();
  if (stop) delete panel.dataset.end;
}

/** Edges in CSS pixels of the viewport. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export interface Position {
  readonly left: number;
  readonly top: number;
  /** Taller content scrolls. */
  readonly maxHeight: number;
}

const gap = 4;
const margin = 8;

/**
 * The position of a popover: below its button, aligned with its left edge (with its right edge if `fromRight`); above it
 * where there is more room; always inside the viewport.
 */
export function popoverPosition(
  button: Edges,
  content: Extent,
  viewport: Extent,
  fromRight: boolean,
): Position {
  const wanted = fromRight ? button.right - content.width : button.left;
  const left = Math.max(margin, Math.min(wanted, viewport.width - content.width - margin));
  const most = viewport.height - 2 * margin;
  const roomBelow = Math.min(most, viewport.height - margin - button.bottom - gap);
  const roomAbove = Math.min(most, button.top - gap - margin);
  const isBelow = content.height <= roomBelow || roomBelow >= roomAbove;
  const maxHeight = isBelow ? roomBelow : roomAbove;
  const height = Math.min(content.height, maxHeight);
  const top = isBelow ? button.bottom + gap : button.top - gap - height;

  // The popover stays visible when its button is scrolled out of view.
  return { left, top: Math.max(margin, Math.min(top, viewport.height - margin - height)), maxHeight };
}
