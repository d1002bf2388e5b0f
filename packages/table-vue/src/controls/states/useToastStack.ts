import {
  computed,
  onBeforeUnmount,
  onMounted,
  type Ref,
  type ShallowRef,
  shallowReactive,
  shallowRef,
  watch,
} from 'vue';
import { focusGrid } from '../controlElements.ts';
import { clearOf, whenMoved } from './clearOf.ts';
import type { Toast } from './toasts.ts';

interface Stack {
  readonly element: HTMLElement;
  readonly height: ShallowRef<number>;
}

/** The stacks of all tables of the page, each above the previous ones. */
const stacks = shallowReactive<Stack[]>([]);
const gap = 8;

/** Position and focus of a table's toasts. */
export function useToastStack(element: Readonly<Ref<HTMLElement | null>>, toasts: Ref<readonly Toast[]>) {
  const own = shallowRef<Stack | null>(null);
  const size = new ResizeObserver(() => {
    if (own.value) own.value.height.value = own.value.element.offsetHeight;
    reposition();
  });
  const offset = computed(() => heightBelow(own.value));
  const end = shallowRef(0);
  let stopMoving = () => {};
  /** The element that had the focus before. */
  let origin: HTMLElement | null = null;

  onMounted(() => {
    if (element.value === null) return;
    own.value = { element: element.value, height: shallowRef(0) };
    stacks.push(own.value);
    size.observe(element.value);
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', raise);
    stopMoving = whenMoved(reposition);
    show();
  });
  onBeforeUnmount(() => {
    if (own.value) stacks.splice(stacks.indexOf(own.value), 1);
    size.disconnect();
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('fullscreenchange', raise);
    stopMoving();
  });
  watch(() => toasts.value.length, show, { flush: 'post' });
  // Toasts that disappear while they have the focus. Their elements exist until the update.
  watch(toasts, (drawn) => {
    const focused = focusedToast(element.value);
    if (focused !== null && drawn.every(({ key }) => key !== focused)) returnFocus();
  });

  function reposition(): void {
    const height = own.value?.height.value ?? 0;
    end.value = height === 0 ? 0 : clearOf(height + offset.value, '.rh-footer');
  }

  /**
   * In the top layer: no element of the page clips or covers it. Always present, so that screen readers announce it.
   */
  function show(): void {
    if (element.value?.isConnected && !element.value.matches(':popover-open')) element.value.showPopover();
  }

  /** A full-screen element covers elements that entered the top layer earlier. */
  function raise(): void {
    const focused = focusedToast(element.value) === null ? null : (document.activeElement as HTMLElement);
    if (element.value?.matches(':popover-open')) element.value.hidePopover();
    show();
    focused?.focus({ preventScroll: true });
  }

  /**
   * Returns the focus, or focuses the grid; a single row has only buttons. Does not scroll, since the user looks at the
   * corner.
   */
  function returnFocus(): void {
    origin?.focus({ preventScroll: true });
    if (!isOutside(element.value)) focusGrid(element.value);
    if (isOutside(element.value)) return;
    const around = element.value?.closest('.rh-table');
    around?.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true });
  }

  function onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    if (key !== 'F6' || ctrlKey || altKey || metaKey || shiftKey || defaultPrevented) return;
    if (element.value?.contains(document.activeElement)) {
      returnFocus();
      event.preventDefault();
    } else if (own.value !== null && nearest(event.target) === own.value) {
      element.value?.querySelector<HTMLElement>('[data-toast]')?.focus();
      // Elements outside of a modal dialog cannot be focused.
      if (element.value?.contains(document.activeElement)) event.preventDefault();
    }
  }

  return {
    offset,
    /** Distance of the lowest stack from the end of the window, in px, so that no footer of a table is covered. */
    end,
    onFocusin({ relatedTarget }: FocusEvent): void {
      if (!(relatedTarget instanceof HTMLElement)) return;
      if (!element.value?.contains(relatedTarget)) origin = relatedTarget;
    },
    onEscape(event: KeyboardEvent): void {
      const key = focusedToast(element.value);
      const toast = toasts.value.find((candidate) => candidate.key === key);
      if (!toast) return;
      event.preventDefault();
      event.stopPropagation();
      if (toast.dismiss) toast.dismiss();
      else returnFocus();
    },
  };
}

/** Height of the stacks below one, in px. */
function heightBelow(stack: Stack | null): number {
  const below = stacks.slice(0, stack ? stacks.indexOf(stack) : 0);

  return below.reduce((sum, { height }) => sum + (height.value > 0 ? height.value + gap : 0), 0);
}

/** Of several tables with toasts, the one with the focus handles the key, or else the first one. */
function nearest(target: EventTarget | null): Stack | undefined {
  const filled = stacks.filter((stack) => stack.element.querySelector('[data-toast]') !== null);
  const around = filled.find(
    (stack) => target instanceof Node && stack.element.closest('.rh-table')?.contains(target),
  );

  return around ?? filled[0];
}

/** Key of the toast with the focus. */
function focusedToast(stack: HTMLElement | null): string | null {
  const { activeElement } = document;
  if (activeElement === null || !stack?.contains(activeElement)) return null;

  return activeElement.closest<HTMLElement>('[data-toast]')?.dataset.toast ?? null;
}

/** Whether an element outside of the stack has the focus. */
function isOutside(stack: HTMLElement | null): boolean {
  return document.activeElement !== document.body && !stack?.contains(document.activeElement);
}
