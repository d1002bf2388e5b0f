import type { TableController } from '@rowhouse/table-client';
import { type Ref, watch } from 'vue';
import { cardColumns } from './columnImportance.ts';
import { onResize } from './onResize.ts';

/** Maximum width of a table whose rows are drawn as cards, in px. */
const widestCards = 640;

/** Reports to the table whether it is narrow. Its columns are those of the cards while rows are drawn as cards. */
export function useCardLayout(table: TableController, container: Readonly<Ref<HTMLElement | null>>): void {
  function measure(): void {
    const width = container.value?.clientWidth ?? 0;
    if (width > 0) table.setNarrow(width <= widestCards);
  }

  function chooseColumns(): void {
    const drawn = table.columns.filter(({ visible }) => visible);
    const kept = new Set(cardColumns(drawn, table.template?.rowName).map(({ name }) => name));
    table.setHidden(drawn.flatMap(({ name }) => (kept.has(name) ? [] : [name])));
  }

  onResize([container], measure);
  watch(
    () => [table.cards, table.columns, table.body === null],
    () => {
      if (table.cards) chooseColumns();
    },
    { immediate: true },
  );
}
