import { onBeforeUnmount, ref } from 'vue';

/** Distance to the window, in pixels, at which a part is loaded. */
const distance = 200;

/** Which parts of a page have been in sight, by their keys. */
export function useInSight() {
  const inSight = ref<ReadonlySet<string>>(new Set());
  const elements = new Map<Element, string>();
  const observer = new IntersectionObserver(
    (entries) => {
      const seen = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .flatMap(({ target }) => elements.get(target) ?? []);
      if (seen.length > 0) inSight.value = new Set([...inSight.value, ...seen]);
    },
    { rootMargin: `${distance}px` },
  );
  onBeforeUnmount(() => observer.disconnect());

  return {
    inSight,
    /** For the `ref` of an element. */
    observe(key: string, element: unknown): void {
      if (!(element instanceof Element) || elements.has(element)) return;
      elements.set(element, key);
      observer.observe(element);
    },
  };
}
