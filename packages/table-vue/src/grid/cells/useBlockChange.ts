import type { TableController } from '@rowhouse/table-client';
import type { GridCell } from './gridCell.ts';
import type { CellBlock } from './useCellBlock.ts';

/** Milliseconds within which a browser dispatches the event of a key that pastes. */
const pasteDelay = 1000;

/** Changes of a block of cells, or of a single one: Ctrl+V pastes over it, Ctrl+D fills it with its first row. */
export function useBlockChange(table: TableController, block: CellBlock) {
  function change(cell: GridCell, text: string | null): void {
    const range = block.rangeAt(cell);
    if (range) void table.changeBlock(range, text);
  }

  /** Browsers dispatch the event at the selected text, which may be anywhere on the page. */
  function awaitPaste(cell: GridCell): void {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain');
      if (!text) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      change(cell, text);
    };
    const options = { capture: true, once: true, signal: AbortSignal.timeout(pasteDelay) };
    document.addEventListener('paste', onPaste, options);
  }

  return {
    canFill: (cell: GridCell): boolean =>
      table.template?.edit?.cells !== undefined && block.has(cell) && cell.column.edit !== undefined,
    fill: (cell: GridCell) => change(cell, null),
    /** True for a key that has been handled; the key that pastes is left to the browser. */
    onKeydown({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, cell: GridCell): boolean {
      if (!table.template?.edit?.cells || !(ctrlKey || metaKey) || shiftKey || altKey) return false;
      const letter = key.toLowerCase();
      if (letter === 'v') awaitPaste(cell);
      if (letter !== 'd') return false;
      change(cell, null);

      return true;
    },
  };
}
