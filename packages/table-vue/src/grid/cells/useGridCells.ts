import type { TableColumn, TableController } from '@rowhouse/table-client';
import { computed, type Ref } from 'vue';
import { useCellEditing } from '../editing/useCellEditing.ts';
import { useAnnouncement } from '../useAnnouncement.ts';
import type { CopiedPart } from './CellMenu.vue';
import type { writeCells } from './clipboard.ts';
import { type GridCell, gridCellOf } from './gridCell.ts';
import { useBlockChange } from './useBlockChange.ts';
import { useBlockDrag } from './useBlockDrag.ts';
import { useCellBlock } from './useCellBlock.ts';
import { useCellMenu } from './useCellMenu.ts';

/** User actions on cells: editing one, selecting several, copying, and opening the menu of one. */
export function useGridCells(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const { announcement, say } = useAnnouncement(table.translate);
  const editing = useCellEditing(table, grid);
  const block = useCellBlock(table, grid, say);
  const blockChange = useBlockChange(table, block);
  const menu = useCellMenu(table, grid);
  const onDrag = useBlockDrag(table, grid, block);

  async function copy(cell: GridCell, part: CopiedPart): Promise<void> {
    const visible = table.columns.filter((column) => column.visible);
    const options = { ...optionsOf(table), headers: part === 'headers' };
    const selected = part !== 'row' && block.has(cell) ? block.cells() : null;
    const single = { rows: [cell.row], columns: part === 'row' ? visible : [cell.column] };
    const { rows, columns } = selected ?? single;
    await write(rows, columns, options);
  }

  async function write(...[rows, columns, options]: Parameters<typeof writeCells>): Promise<void> {
    try {
      const clipboard = await import('./clipboard.ts');
      await clipboard.writeCells(rows, columns, options);
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

    return [blockChange, block, menu, editing].some((part) => part.onKeydown(event, cell));
  }

  return {
    announcement,
    openMenu: menu.opened,
    menuElement: menu.element,
    focusMenuCell: menu.focus,
    closeMenu: menu.close,
    onContextmenu: menu.onContextmenu,
    afterEdit: editing.afterEdit,
    canEdit: editing.canEdit,
    typed: editing.typed,
    edit: editing.open,
    isBlock: block.has,
    canFill: blockChange.canFill,
    fill: blockChange.fill,
    block: computed(block.cells),
    copy,
    copyColumn: (column: TableColumn) => write(table.rows, [column], { ...optionsOf(table), headers: true }),
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

const optionsOf = ({ translate, template }: TableController) => ({
  translate,
  dateFormat: template?.dateFormat,
});

const isCopy = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !shiftKey && !altKey;
