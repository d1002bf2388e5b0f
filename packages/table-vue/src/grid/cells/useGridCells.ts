import type { TableController } from '@rowhouse/table-client';
import { type Ref, ref } from 'vue';
import { useCellEditing } from '../editing/useCellEditing.ts';
import type { CopiedPart } from './CellMenu.vue';
import { type GridCell, gridCellOf } from './gridCell.ts';
import { useBlockDrag } from './useBlockDrag.ts';
import { useCellBlock } from './useCellBlock.ts';
import { useCellMenu } from './useCellMenu.ts';

/** What users do with cells: edit one, select several, copy, and open the menu of one. */
export function useGridCells(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const announcement = ref('');
  const say = (text: string, params: Readonly<Record<string, number>> = {}) => {
    const said = table.translate(text, params);
    // A screen reader repeats a text only if it differs from the one before.
    announcement.value = said === announcement.value ? `${said}\u00a0` : said;
  };
  const editing = useCellEditing(table, grid);
  const block = useCellBlock(table, grid, say);
  const menu = useCellMenu(table, grid);
  const onDrag = useBlockDrag(table, grid, block);

  async function copy(cell: GridCell, part: CopiedPart): Promise<void> {
    const { translate, template } = table;
    const visible = table.columns.filter((column) => column.visible);
    const options = { translate, dateFormat: template?.dateFormat, headers: part === 'headers' };
    const selected = part !== 'row' && block.has(cell) ? block.cells() : null;
    const single = { rows: [cell.row], columns: part === 'row' ? visible : [cell.column] };
    const { rows, columns } = selected ?? single;

    try {
      const { writeCells } = await import('./clipboard.ts');
      await writeCells(rows, columns, options);
      say('{count|# cell|# cells} copied', { count: rows.length * columns.length });
    } catch {
      say('The browser does not allow copying.');
    }
  }

  function onKeydown(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.isComposing) return false;
    const cell = gridCellOf(table, grid.value, event.target);
    const isHandled = cell !== null && keyOnCell(event, cell);
    if (isHandled) event.preventDefault();

    return isHandled;
  }

  function keyOnCell(event: KeyboardEvent, cell: GridCell): boolean {
    const isField = (event.target as Element).matches('input, textarea, select, [contenteditable]');
    if (isField) return false;
    if (isCopy(event)) {
      // Selected text is copied by the browser.
      if (block.cells() === null && getSelection()?.isCollapsed === false) return false;
      void copy(cell, 'cell');
      return true;
    }

    return block.onKeydown(event, cell) || menu.onKeydown(event, cell) || editing.onKeydown(event, cell);
  }

  return {
    announcement,
    openMenu: menu.opened,
    closeMenu: menu.close,
    onContextmenu: menu.onContextmenu,
    afterEdit: editing.afterEdit,
    canEdit: editing.canEdit,
    edit: editing.open,
    isBlock: block.has,
    copy,
    onKeydown,
    onDblclick(event: MouseEvent): void {
      const cell = gridCellOf(table, grid.value, event.target);
      if (cell) editing.onDblclick(event, cell);
    },
    onPointerdown(event: PointerEvent): void {
      menu.onPointerdown(event);
      onDrag(event);
    },
  };
}

const isCopy = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !shiftKey && !altKey;
