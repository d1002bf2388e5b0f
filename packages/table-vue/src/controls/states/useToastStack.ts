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
import { focusGrid } from '../controlParts.ts';
import { clearOf, whenMoved } from './clearOf.ts';
import type { Toast } from './toasts.ts';

interface Stack {
  readonly element: HTMLElement;
  readonly height: ShallowRef<number>;
}

/** The stacks of all tables of the page; each lies above those before it. */
const stacks = shallowReactive<Stack[]>([]);
const gap = 8;

/** Place and focus of the toasts of a table. */
export function useToastStack(element: Readonly<Ref<HTMLElement | null>>, toasts: Ref<readonly Toast[]>) {
  const own = shallowRef<Stack | null>(null);
  const size = new ResizeObserver(() => {
    if (own.value) own.value.height.value = own.value.element.offsetHeight;
    place();
  });
  /** Height of the stacks below, in px. */
  const offset = computed(() => {
    const below = stacks.slice(0, own.value ? stacks.indexOf(own.value) : 0);

    return below.reduce((sum, { height }) => sum + (height.value > 0 ? height.value + gap : 0), 0);
  });
  const end = shallowRef(0);
  let stopMoving = () => {};
  /** What had the focus before. */
  let origin: HTMLElement | null = null;

  onMounted(() => {
    if (element.value === null) return;
    own.value = { element: element.value, height: shallowRef(0) };
    stacks.push(own.value);
    size.observe(element.value);
    document.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', raise);
    stopMoving = whenMoved(place);
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
  // Toasts that go with the focus in them. Their elements are there until the update.
  watch(toasts, (drawn) => {
    const focused = focusedToast();
    if (focused !== null && drawn.every(({ key }) => key !== focused)) returnFocus();
  });

  function place(): void {
    const height = own.value?.height.value ?? 0;
    end.value = height === 0 ? 0 : clearOf(height + offset.value, '.rh-footer');
  }

  /** In the top layer: no element of the page clips it, or is drawn over it. It is always there, to be heard. */
  function show(): void {
    if (element.value?.isConnected && !element.value.matches(':popover-open')) element.value.showPopover();
  }

  /** What fills the screen is drawn over what came to the top layer before. */
  function raise(): void {
    const focused = focusedToast() === null ? null : (document.activeElement as HTMLElement);
    if (element.value?.matches(':popover-open')) element.value.hidePopover();
    show();
    focused?.focus({ preventScroll: true });
  }

  function focusedToast(): string | null {
    const { activeElement } = document;
    if (activeElement === null || !element.value?.contains(activeElement)) return null;

    return activeElement.closest<HTMLElement>('[data-toast]')?.dataset.toast ?? null;
  }

  const isBack = () =>
    document.activeElement !== document.body && !element.value?.contains(document.activeElement);

  /** To where it was, else to the grid; a single row has only buttons. Without a scroll: the user looks at the corner. */
  function returnFocus(): void {
    origin?.focus({ preventScroll: true });
    if (!isBack()) focusGrid(element.value);
    if (isBack()) return;
    const around = element.value?.closest('.rh-table');
    around?.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true });
  }

  function onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    if (key !== 'F6' || ctrlKey || altKey || metaKey || shiftKey || defaultPrevented) return;
    if (element.value?.contains(document.activeElement)) {
      returnFocus();
      event.preventDefault();
    } else if (isNearest(event.target)) {
      element.value?.querySelector<HTMLElement>('[data-toast]')?.focus();
      // Nothing outside of a modal dialog takes the focus.
      if (element.value?.contains(document.activeElement)) event.preventDefault();
    }
  }

  /** Of several tables with toasts, the one with the focus answers, or else the first one. */
  function isNearest(target: EventTarget | null): boolean {
    const filled = stacks.filter((stack) => stack.element.querySelector('[data-toast]') !== null);
    const around = filled.find(
      (stack) => target instanceof Node && stack.element.closest('.rh-table')?.contains(target),
    );

    return own.value !== null && (around ?? filled[0]) === own.value;
  }

  return {
    offset,
    /** Distance of the lowest stack from the end of the window, in px: no footer of a table is covered. */
    end,
    onFocusin({ relatedTarget }: FocusEvent): void {
      if (!(relatedTarget instanceof HTMLElement)) return;
      if (!element.value?.contains(relatedTarget)) origin = relatedTarget;
    },
    onEscape(event: KeyboardEvent): void {
      const key = focusedToast();
      const toast = toasts.value.find((candidate) => candidate.key === key);
      if (!toast) return;
      event.preventDefault();
      event.stopPropagation();
      if (toast.dismiss) toast.dismiss();
      else returnFocus();
    },
  };
}
