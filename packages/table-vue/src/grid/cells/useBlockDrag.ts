import type { TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, type Ref } from 'vue';
import { type GridCell, gridCellOf } from './gridCell.ts';
import type { CellBlock } from './useCellBlock.ts';

/** Controls that handle presses themselves. */
const controls = 'a, button, input, select, textarea, .rh-slot';

/** Selects a block of cells by dragging the mouse from one to another. Within one cell, text is selected as usual. */
export function useBlockDrag(
  table: TableController,
  grid: Readonly<Ref<HTMLTableElement | null>>,
  block: CellBlock,
) {
  let drag = new AbortController();
  onBeforeUnmount(() => drag.abort());

  return function onPointerdown(event: PointerEvent): void {
    const { target, button, pointerType, shiftKey } = event;
    const cell = gridCellOf(table, grid.value, target);
    const from = cell && block.positionOf(cell);
    drag.abort();
    if (button !== 0 || pointerType !== 'mouse') return;
    const focused = gridCellOf(table, grid.value, document.activeElement);
    const anchor = focused && block.positionOf(focused);
    const isControl = target instanceof Element && target.closest(controls);
    if (shiftKey && from && anchor && !isControl) {
      // Prevents selecting the text in between, and focusing another cell.
      event.preventDefault();
      block.select(anchor, from);
      return;
    }
    block.clear();
    if (cell && from && !isControl) follow(cell);
  };

  function follow(first: GridCell): void {
    const from = block.positionOf(first);
    let last: Element = first.element;
    drag = new AbortController();
    const { signal } = drag;
    const stop = () => drag.abort();
    signal.addEventListener('abort', () => grid.value?.classList.remove('rh-selecting'));

    function onMove({ target }: PointerEvent): void {
      const cell = gridCellOf(table, grid.value, target);
      const to = cell && block.positionOf(cell);
      if (!cell || !from || !to || cell.element === last) return;
      last = cell.element;
      getSelection()?.removeAllRanges();
      grid.value?.classList.add('rh-selecting');
      block.select(from, to);
    }

    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', stop, { signal });
    window.addEventListener('pointercancel', stop, { signal });
  }
}
