import { onBeforeUnmount, onMounted, type Ref } from 'vue';

/** Bars of a browser are lower than a keyboard, in px. */
const leastKeyboard = 100;

/**
 * Keeps the sheets of a phone above its keyboard, which covers the lower edge of the window. Sets on the element
 * `--rh-sheet-end`, the distance from that edge, and `--rh-sheet-room`, the height that is left; without a keyboard, none.
 */
export function useSheetRoom(element: Readonly<Ref<HTMLElement | null>>): void {
  function measure(): void {
    const { visualViewport: visible } = window;
    const style = element.value?.style;
    if (!visible || !style) return;
    const { height, offsetTop, scale } = visible;
    // A page that the user has enlarged has a smaller visible part, too.
    const hasKeyboard = Math.abs(scale - 1) < 0.01 && window.innerHeight - height >= leastKeyboard;

    if (hasKeyboard) {
      style.setProperty('--rh-sheet-end', `${Math.max(0, window.innerHeight - height - offsetTop)}px`);
      style.setProperty('--rh-sheet-room', `${height}px`);
    } else {
      style.removeProperty('--rh-sheet-end');
      style.removeProperty('--rh-sheet-room');
    }
  }

  onMounted(() => {
    window.visualViewport?.addEventListener('resize', measure);
    window.visualViewport?.addEventListener('scroll', measure);
  });
  onBeforeUnmount(() => {
    window.visualViewport?.removeEventListener('resize', measure);
    window.visualViewport?.removeEventListener('scroll', measure);
  });
}
