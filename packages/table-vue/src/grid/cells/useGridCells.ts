import type { TableColumn, TableController } from '@rowhouse/table-client';
import { computed, type Ref } from 'vue';
import { useCellEditing } from '../editing/useCellEditing.ts';
import { useAnnouncement } from '../useAnnouncement.ts';
import type { CopyScope } from './CellMenu.vue';
import { type GridCell, gridCellOf } from './gridCell.ts';
import { useBlockDrag } from './useBlockDrag.ts';
import { useCellBlock } from './useCellBlock.ts';
import { useCellMenu } from './useCellMenu.ts';

/** Milliseconds within which a browser dispatches the event of the key that pastes. */
const pasteDelay = 1000;

/** User actions on cells: editing one, selecting several, copying, and opening the menu of one. */
export function useGridCells(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const { announcement, say } = useAnnouncement(table.translate);
  const editing = useCellEditing(table, grid);
  const block = useCellBlock(table, grid, say);
  const menu = useCellMenu(table, grid);
  const onDrag = useBlockDrag(table, grid, block);

  async function copied(
    copy: (clipboard: typeof import('./clipboard.ts')) => Promise<number>,
  ): Promise<void> {
    try {
      say('{count|# cell|# cells} copied', { count: await copy(await import('./clipboard.ts')) });
    } catch {
      say('The browser does not allow copying.');
    }
  }

  const copy = (cell: GridCell, part: CopyScope): Promise<void> =>
    copied((clipboard) => clipboard.copyPart(table, cell, part, block.has(cell) ? block.cells() : null));

  /** Ctrl+D fills a block with its first row; Ctrl+V, which the browser handles, pastes over it. */
  function keyOnBlock(letter: string, cell: GridCell): boolean {
    const range = block.rangeAt(cell);
    if (!range || !table.template?.edit?.cells) return false;
    if (letter === 'd') void table.changeBlock(range, null);
    // The event is dispatched at the selected text, which may be anywhere on the page.
    if (letter === 'v')
      document.addEventListener(
        'paste',
        (event) => {
          event.preventDefault();
          void table.changeBlock(range, event.clipboardData?.getData('text/plain') ?? '');
        },
        { once: true, signal: AbortSignal.timeout(pasteDelay) },
      );

    return letter === 'd';
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
    const letter = controlLetter(event);
    if (letter === 'c') {
      // Selected text is copied by the browser.
      if (block.cells() === null && getSelection()?.isCollapsed === false) return false;
      void copy(cell, 'cell');
      return true;
    }
    if (letter !== '') return keyOnBlock(letter, cell);

    return block.onKeydown(event, cell) || menu.onKeydown(event, cell) || editing.onKeydown(event, cell);
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
    rangeAt: block.rangeAt,
    block: computed(block.cells),
    copy,
    copyColumn: (column: TableColumn) => copied((clipboard) => clipboard.copyColumn(table, column)),
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

/** The letter of a key with Ctrl only; empty for other keys. */
const controlLetter = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey ? key.toLowerCase() : '';
