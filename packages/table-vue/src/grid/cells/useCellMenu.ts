import type { TableController } from '@rowhouse/table-client';
import { onBeforeUnmount, type Ref, shallowRef } from 'vue';
import { cellElement, focusCellOrGrid, type GridCell, gridCellOf } from './gridCell.ts';

/** A cell with an open menu, and its position: null for below the cell. */
export interface OpenCellMenu {
  readonly cell: GridCell;
  readonly at: { readonly x: number; readonly y: number } | null;
}

/** Minimum time of a long press in ms, and maximum movement of the finger during it, in CSS pixels. */
const longPress = 500;
const tolerance = 10;

/** Opens the menu of a cell: right click, Shift+F10, the menu key, or a long press. */
export function useCellMenu(table: TableController, grid: Readonly<Ref<HTMLTableElement | null>>) {
  const opened = shallowRef<OpenCellMenu | null>(null);
  let press = new AbortController();
  /** Browsers dispatch `contextmenu` after the key, or the press, that opens the menu. */
  let isExpected = false;
  onBeforeUnmount(() => press.abort());

  function open(cell: GridCell, at: OpenCellMenu['at']): void {
    opened.value = { cell, at };
  }

  /** The row may be drawn again, or disappear, while the menu is open. */
  function element(): HTMLElement | null {
    if (!opened.value) return null;
    const { rowId: row, column } = opened.value.cell;

    return cellElement(table, grid.value, { row, column: column.name });
  }

  function expectEvent(): void {
    isExpected = true;
    setTimeout(() => {
      isExpected = false;
    }, 300);
  }

  function onContextmenu(event: MouseEvent): void {
    const { target, clientX, clientY } = event;
    const cell = gridCellOf(table, grid.value, target);
    if (isExpected) event.preventDefault();
    if (isExpected || !cell || isOfBrowser(event)) return;
    event.preventDefault();
    onceReleased(event, () => open(cell, { x: clientX, y: clientY }));
  }

  /** The browser's own menu is needed for links, fields and selected texts. */
  function isOfBrowser({ target, shiftKey }: MouseEvent): boolean {
    const isOwn =
      target instanceof Element && target.closest('a[href], input, textarea, select, .rh-slot button');
    const selection = getSelection();

    return (
      shiftKey || Boolean(isOwn) || (selection?.isCollapsed === false && selection.toString().trim() !== '')
    );
  }

  function onKeydown({ key, shiftKey }: KeyboardEvent, cell: GridCell): boolean {
    if (key !== 'ContextMenu' && !(key === 'F10' && shiftKey)) return false;
    expectEvent();
    open(cell, null);

    return true;
  }

  function onPointerdown({ target, pointerType, clientX: x, clientY: y }: PointerEvent): void {
    press.abort();
    const cell = pointerType === 'touch' ? gridCellOf(table, grid.value, target) : null;
    if (!cell) return;
    press = new AbortController();
    const { signal } = press;
    const stop = () => press.abort();
    const timer = setTimeout(() => {
      stop();
      expectEvent();
      ignoreClick();
      afterRelease(() => open(cell, { x, y }));
    }, longPress);
    signal.addEventListener('abort', () => clearTimeout(timer));
    const onMove = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > tolerance) stop();
    };
    window.addEventListener('pointermove', onMove, { signal });
    for (const end of ['pointerup', 'pointercancel', 'scroll']) {
      window.addEventListener(end, stop, { signal, capture: true });
    }
  }

  return {
    opened,
    onContextmenu,
    onKeydown,
    onPointerdown,
    element,
    focus: () => focusCellOrGrid(element(), grid.value),
    close: () => {
      opened.value = null;
    },
  };
}

/** Opens the menu of a `contextmenu` event: immediately after a key, and after the release of a pointer. */
export function onceReleased({ buttons }: MouseEvent, show: () => void): void {
  if (buttons === 0) show();
  else afterRelease(show);
}

/** The release of a pointer closes popovers that were opened while it was down. */
function afterRelease(run: () => void): void {
  const released = new AbortController();
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(
      end,
      () => {
        released.abort();
        setTimeout(run);
      },
      { signal: released.signal },
    );
  }
}

/** The end of a long press must not be a click, which would follow a link, or close the menu. */
function ignoreClick(): void {
  const ignored = new AbortController();
  const onClick = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    ignored.abort();
  };
  window.addEventListener('click', onClick, { capture: true, signal: ignored.signal });
  window.addEventListener('pointerup', () => setTimeout(() => ignored.abort(), 100), {
    signal: ignored.signal,
  });
}
