import type { RowId, TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, onMounted, type Ref } from 'vue';
import { usesKeys } from './cellFocus.ts';

const events = ['selectionchange', 'focusin', 'focusout'] as const;

/** Rows in which the user is writing or selecting text are not replaced. */
export function useHeldRows(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>): void {
  const rowOf = (line: Element | null | undefined): RowId[] => {
    // The details of a row come after it.
    const index = line?.getAttribute('data-row') ?? line?.previousElementSibling?.getAttribute('data-row');
    const row = index == null ? undefined : table.rows[Number(index)];

    return row ? [table.rowId(row)] : [];
  };

  function hold(): void {
    if (!table.template?.live) return;
    const { activeElement } = document;
    const written = activeElement && usesKeys(activeElement) ? activeElement.closest('tr') : null;
    const lines = [
      ...(written && grid.value?.contains(written) ? [written] : []),
      ...selectedLines(grid.value),
    ];
    table.holdRows(lines.flatMap(rowOf));
  }

  onMounted(() => {
    for (const event of events) document.addEventListener(event, hold);
  });
  onBeforeUnmount(() => {
    for (const event of events) document.removeEventListener(event, hold);
  });
}

/** The rows that contain the selected text. */
function selectedLines(grid: HTMLTableElement | null): HTMLTableRowElement[] {
  const selection = document.getSelection();
  if (!grid || !selection || selection.isCollapsed || !selection.containsNode(grid, true)) return [];

  return [...grid.tBodies].flatMap(({ rows }) =>
    [...rows].filter((row) => selection.containsNode(row, true)),
  );
}
