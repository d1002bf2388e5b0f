import { nextTick, onBeforeUnmount, type Ref, ref, watch } from 'vue';
import { placePopover } from './placePopover.ts';

export interface Popover {
  readonly isOpen: Readonly<Ref<boolean>>;
  open(): void;
  /** Gives the focus back to the button when it was inside. */
  close(): void;
  /** Listener for the panel's `beforetoggle`. */
  onBeforetoggle(event: Event): void;
}

/**
 * What a panel with `popover="auto"` needs besides the browser's part (top layer, one open at a time, closing by Escape
 * and by a click elsewhere): its place beside the button, and the focus.
 */
export function usePopover(
  button: Readonly<Ref<HTMLElement | null>>,
  panel: Readonly<Ref<HTMLElement | null>>,
  onOpen: () => void,
): Popover {
  const isOpen = ref(false);
  const resizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => place());

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

  function place(): void {
    if (!button.value || !panel.value) return;
    const { style } = panel.value;
    // Its own height, not the one it was confined to before.
    style.setProperty('--rh-popover-max-height', 'none');
    const { left, top, maxHeight } = placePopover(
      button.value.getBoundingClientRect(),
      { width: panel.value.offsetWidth, height: panel.value.offsetHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      getComputedStyle(button.value).direction === 'rtl',
    );
    style.setProperty('left', `${left}px`);
    style.setProperty('top', `${top}px`);
    style.setProperty('--rh-popover-max-height', `${maxHeight}px`);
  }

  function onScroll({ target }: Event): void {
    if (!(target instanceof Node && panel.value?.contains(target))) place();
  }

  function follow(): void {
    if (panel.value) resizes?.observe(panel.value.firstElementChild ?? panel.value);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', onScroll, true);
  }

  function unfollow(): void {
    resizes?.disconnect();
    window.removeEventListener('resize', place);
    window.removeEventListener('scroll', onScroll, true);
  }

  watch(isOpen, async (opened) => {
    unfollow();
    if (!opened) return;
    await nextTick();
    // The browser tells before it shows the panel; what is not shown has no size and takes no focus.
    if (!panel.value?.matches(':popover-open')) await new Promise(requestAnimationFrame);
    if (!isOpen.value) return;
    place();
    follow();
    onOpen();
  });
  onBeforeUnmount(unfollow);

  return { isOpen, open, close, onBeforetoggle };
}
