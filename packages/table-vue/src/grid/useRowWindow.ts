import type { TableController } from '@rowhouse/table-client';
import { computed, effectScope, onScopeDispose, type Ref, shallowRef, watch } from 'vue';
import { linesOf, wholePage } from './longPages.ts';
import type { DrawnRows, RowWindow } from './rowWindow.ts';

/** Number of drawn rows of a long page until their window is known. */
const firstRows: DrawnRows = Array.from({ length: 48 }, (_, index) => index);

/** The rows of a long page that are drawn, by its window; null for all. The window is loaded with the first long page. */
export function useRowWindow(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
): RowWindow {
  const rows = shallowRef<RowWindow | null>(null);
  const scope = effectScope();
  const isWhole = shallowRef(false);
  let isStopped = false;
  onScopeDispose(() => {
    isStopped = true;
  });

  async function load(): Promise<void> {
    try {
      const { rowWindow } = await import('./rowWindow.ts');
      if (!isStopped) rows.value ??= scope.run(() => rowWindow(table, grid)) ?? null;
    } catch {
      // The page is drawn completely, which takes longer.
      isWhole.value = true;
    }
  }

  const isLong = computed(() => linesOf(table) > wholePage);
  watch(
    isLong,
    (long) => {
      if (long && rows.value === null) void load();
    },
    { immediate: true, flush: 'post' },
  );

  return {
    drawnRows: computed(() => {
      if (rows.value) return rows.value.drawnRows.value;

      return isLong.value && !isWhole.value ? firstRows : null;
    }),
    noteFocus: (event) => rows.value?.noteFocus(event),
  };
}
