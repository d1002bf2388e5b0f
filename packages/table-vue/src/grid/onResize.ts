import { onBeforeUnmount, onMounted, type Ref, watch } from 'vue';

/** Calls `listener` when one of the elements gets another size, and when it is drawn, until the component is removed. */
export function onResize(elements: readonly Readonly<Ref<HTMLElement | null>>[], listener: () => void): void {
  const observer = new ResizeObserver(listener);
  onMounted(() => {
    watch(
      elements,
      (now) => {
        observer.disconnect();
        for (const element of now) if (element) observer.observe(element);
      },
      { immediate: true },
    );
  });
  onBeforeUnmount(() => observer.disconnect());
}
