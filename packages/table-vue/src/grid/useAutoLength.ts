import type { TableController } from '@rowhouse/table-client';
import { nextTick, onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import { usualRowHeight } from './rowHeights.ts';

/** In a low window the page scrolls instead of showing fewer rows. */
const fewestRows = 5;

/** Adapts the number of rows to the height of the window while the user has chosen that. */
export function useAutoLength(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function fit(): void {
    if (!table.autoLength || !grid.value || table.body === null) return;
    const [body] = grid.value.tBodies;
    if (!body) return;

    const section = grid.value.closest<HTMLElement>('.rh-table');
    const below = section?.querySelector<HTMLElement>('.rh-footer')?.offsetHeight ?? 0;
    const totals = grid.value.tFoot?.offsetHeight ?? 0;
    const top = body.getBoundingClientRect().top + window.scrollY;
    const room = window.innerHeight - top - totals - below - pageEnd(section);
    table.fitLength(Math.max(Math.floor(room / usualRowHeight(table)), fewestRows));
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(fit, 100);
  }

  onMounted(() => {
    window.addEventListener('resize', schedule);
    // A window that is already full-screen does not change its size then.
    document.addEventListener('fullscreenchange', schedule);
  });
  onBeforeUnmount(() => {
    clearTimeout(timer);
    window.removeEventListener('resize', schedule);
    document.removeEventListener('fullscreenchange', schedule);
  });
  watch(
    () => [table.autoLength, table.density, table.cards, table.body === null],
    () => void nextTick(fit),
    { immediate: true },
  );
}

/** Height of the content after the table, such as the padding of its box; 0 if it is large. */
function pageEnd(section: HTMLElement | null): number {
  if (!section) return 0;
  const rest =
    document.documentElement.scrollHeight - section.getBoundingClientRect().bottom - window.scrollY;

  return rest > 0 && rest < 160 ? rest : 16;
}
