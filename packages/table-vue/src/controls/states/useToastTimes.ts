import { onBeforeUnmount, type Ref, watch } from 'vue';
import type { Toast } from './toasts.ts';

const step = 200;
/** Minimum time that a toast stays after it lost the pointer or the focus. */
const graceTime = 2000;

/**
 * Dismisses toasts when their time has elapsed. The time stops while the page is hidden, the pointer is over a toast
 * (others would move under it), or a toast has the focus.
 */
export function useToastTimes(stack: Ref<HTMLElement | null>, toasts: Ref<readonly Toast[]>): void {
  const passed = new Map<string, number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  watch(
    toasts,
    (drawn) => {
      const timed = new Set(drawn.filter(({ lifetime }) => lifetime !== null).map(({ key }) => key));
      for (const key of passed.keys()) if (!timed.has(key)) passed.delete(key);
      if (timed.size === 0) stop();
      else timer ??= setInterval(pass, step);
    },
    { immediate: true },
  );
  onBeforeUnmount(stop);

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function pass(): void {
    if (document.hidden) return;
    const isHeld = isInUse(stack.value);

    for (const { key, lifetime, dismiss } of toasts.value) {
      if (lifetime === null) continue;
      const age = passed.get(key) ?? 0;
      passed.set(key, isHeld ? Math.min(age, lifetime - graceTime) : age + step);
      if (!isHeld && age + step >= lifetime) dismiss?.();
    }
  }
}

/** On touch screens, the last touched element counts as hovered. */
function isInUse(stack: HTMLElement | null): boolean {
  if (stack === null) return false;

  return stack.matches(':focus-within') || (matchMedia('(hover: hover)').matches && stack.matches(':hover'));
}
