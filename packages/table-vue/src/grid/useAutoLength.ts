import type { TableController } from '@rowhouse/table-client';
import { nextTick, onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import { usualRowHeight } from './rowHeights.ts';

/** On a low window the page scrolls rather than show fewer rows. */
const fewestRows = 5;

/** Chooses the number of rows that the window has room for, while the user wants that. */
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

  onMounted(() => window.addEventListener('resize', schedule));
  onBeforeUnmount(() => {
    clearTimeout(timer);
    window.removeEventListener('resize', schedule);
  });
  watch(
    () => [table.autoLength, table.density, table.cards, table.body === null],
    () => void nextTick(fit),
    { immediate: true },
  );
}

/** Height of what comes after the table on the page, such as the padding of its box; 0 if that is much. */
function pageEnd(section: HTMLElement | null): number {
  if (!section) return 0;
  const rest =
    document.documentElement.scrollHeight - section.getBoundingClientRect().bottom - window.scrollY;

  return rest > 0 && rest < 160 ? rest : 16;
}
