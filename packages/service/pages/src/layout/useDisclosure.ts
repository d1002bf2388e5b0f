import { onBeforeUnmount, onMounted, type Ref, ref, watch } from 'vue';
import { useRoute } from 'vue-router';

/**
 * A button within `root` that shows and hides an element. It closes on Escape (which returns the focus to the button), when
 * the focus or a click is elsewhere, and on navigation.
 */
export function useDisclosure(root: Ref<HTMLElement | null>) {
  const isOpen = ref(false);
  const route = useRoute();

  function close(): void {
    isOpen.value = false;
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen.value) return;
    close();
    root.value?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  }

  function onLeave(event: Event): void {
    if (event.target instanceof Node && !root.value?.contains(event.target)) close();
  }

  onMounted(() => {
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
  });
  onBeforeUnmount(() => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', onLeave);
    document.removeEventListener('focusin', onLeave);
  });
  watch(() => route.path, close);

  return { isOpen, toggle: () => (isOpen.value = !isOpen.value), close };
}
