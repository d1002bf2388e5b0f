import { onBeforeUnmount, onMounted, type Ref } from 'vue';

const margin = 8;

/** Keeps a panel over an element during scrolling, inside the window, in the browser's top layer. */
export function useEditorPosition(
  panel: Readonly<Ref<HTMLElement | null>>,
  anchor: () => HTMLElement | null,
): void {
  let frame = 0;

  function position(): void {
    const [element, cell] = [panel.value, anchor()];
    if (!element || !cell) return;
    const { left, right, top, width, height } = cell.getBoundingClientRect();
    const { style } = element;
    style.setProperty('min-width', `${width}px`);
    style.setProperty('--rh-cell-height', `${height}px`);
    const isRightToLeft = getComputedStyle(cell.closest('table') ?? cell).direction === 'rtl';
    const start = isRightToLeft ? right - element.offsetWidth : left;
    const most = document.documentElement.clientWidth - element.offsetWidth - margin;
    const lowest = window.innerHeight - element.offsetHeight - margin;
    style.setProperty('left', `${Math.max(margin, Math.min(start, most))}px`);
    style.setProperty('top', `${Math.max(margin, Math.min(top, lowest))}px`);
  }

  /** Rows may be redrawn or change their height at any time. */
  function follow(): void {
    position();
    frame = requestAnimationFrame(follow);
  }

  onMounted(() => {
    panel.value?.showPopover();
    follow();
  });
  onBeforeUnmount(() => cancelAnimationFrame(frame));
}
