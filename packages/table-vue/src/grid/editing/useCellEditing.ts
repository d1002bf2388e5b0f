import type { TableController } from '@rowhouse/table-client';
import { nextTick, type Ref } from 'vue';
import { cellElement, focusCell, focusCellOrGrid, type GridCell } from '../cells/gridCell.ts';

/** Where the focus moves after an edit; `stay` leaves it unchanged. */
export type AfterEdit = 'stay' | 'cell' | 'down' | 'next' | 'previous';

/** Opens the editor of a cell, and moves on after it. The editor itself is loaded on demand. */
export function useCellEditing(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const canEdit = ({ column }: GridCell) => column.edit !== undefined && table.template?.edit !== undefined;

  /** Enter on the cell itself or F2, unless the host draws controls in it. */
  function onKeydown({ key, shiftKey, ctrlKey, target }: KeyboardEvent, cell: GridCell): boolean {
    const isKey = key === 'F2' ? cell.column.meta.slot !== true : key === 'Enter' && target === cell.element;
    if (!isKey || shiftKey || ctrlKey || !canEdit(cell)) return false;
    open(cell);

    return true;
  }

  function open({ rowId, column }: GridCell): void {
    void table.startEdit(rowId, column.name);
  }

  /** The edit has ended: focuses its cell or another one, or edits the next. */
  async function afterEdit(edited: { row: string | number; column: string }, then: AfterEdit): Promise<void> {
    await nextTick();
    const { activeElement } = document;
    if (then === 'stay' && activeElement && activeElement !== document.body) return;
    focusCellOrGrid(cellElement(table, grid.value, edited), grid.value);
    const ids = table.rows.map((row) => table.rowId(row));
    const index = ids.indexOf(edited.row);
    if (then === 'down') {
      const below = ids[index + 1];
      if (below !== undefined) focusCell(cellElement(table, grid.value, { ...edited, row: below }));
    } else if (then === 'next' || then === 'previous') {
      const names = table.shownColumns.filter(({ edit }) => edit).map(({ name }) => name);
      const step = then === 'next' ? 1 : -1;
      const place = index * names.length + names.indexOf(edited.column) + step;
      const [row, column] = [ids[Math.floor(place / names.length)], names[place % names.length]];
      if (index === -1 || row === undefined || column === undefined) return;
      focusCell(cellElement(table, grid.value, { row, column }));
      void table.startEdit(row, column);
    }
  }

  return {
    canEdit,
    open,
    onKeydown,
    afterEdit,
    onDblclick(event: MouseEvent, cell: GridCell): void {
      const isControl = event.target instanceof Element && event.target.closest('a, button, input, .rh-slot');
      if (!isControl && canEdit(cell)) open(cell);
    },
  };
}
